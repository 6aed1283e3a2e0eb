import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Me, SavedPlayer } from '@/api/generated'
import { queries } from '@/api/queries'
import { useSession } from '@/api/session'
import type { Game, Product } from '@/features/catalogue/queries'
import { rememberNumber } from '@/features/mobile/own-number'
import { KEPT_NUMBER, numberOf } from '@/features/numbers/number'
import { startTexts, texts } from '@/i18n'
import { RecipientStep } from './recipient-step'
import { useRecipient } from './use-recipient'

interface Found {
  consentNeeded?: boolean
}

const asked: object[] = []
let found: Found = {}
let saved: SavedPlayer[] = []
let refused: { status: number; code: string; message: string } | undefined

vi.mock('@/api/generated', async (original) => ({
  ...(await original<object>()),
  partnersValidatePlayer: async ({ body }: { body: object }) => {
    asked.push(body)
    if (refused) return { error: refused, response: new Response(null, { status: refused.status }) }
    return { data: { playerId: '0812345678', displayName: '08x-xxx-5678', ...found }, response: new Response() }
  },
  subscriptionsSendConsentCode: async () => ({
    data: { reference: 'r', refCode: 'KQXZ', expiresIn: 180, resendIn: 60 },
    response: new Response(),
  }),
  subscriptionsConfirmConsent: async () => {
    found = { consentNeeded: false }
    return { data: { numberMasked: '08x-xxx-5678', expiresAt: '2026-11-30T00:00:00Z' }, response: new Response() }
  },
}))

vi.mock('@/api/generated/sdk.gen', async (original) => ({
  ...(await original<object>()),
  favoritesListPlayers: async () => ({ data: { items: saved }, response: new Response() }),
  favoritesSavePlayer: async ({ body }: { body: SavedPlayer }) => {
    saved = [{ ...body, id: 9, gameSlug: 'net', playerId: '0812345678', playerName: '08x-xxx-5678' }, ...saved]
    return { data: { items: saved }, response: new Response() }
  },
}))

beforeAll(async () => {
  await startTexts('en')
  await texts('games')()
})

beforeEach(() => {
  queries.clear()
  sessionStorage.clear()
  asked.length = 0
  found = {}
  saved = []
  refused = undefined
  useSession.setState({ status: 'guest', me: undefined })
})

const product = { id: 7 } as Product
const game = { id: 3, target: 'NUMBER', playerId: null, serverRule: null, products: [product] } as unknown as Game
const NOTHING: ReadonlySet<never> = new Set()

function Shown({ chosen }: { chosen: Product | undefined }) {
  const recipient = useRecipient(game, chosen, {})
  const [tried, setTried] = useState(false)
  return (
    <>
      <RecipientStep game={game} product={chosen} recipient={recipient} missing={tried ? new Set(recipient.lacking) : NOTHING} />
      <button type="button" onClick={() => setTried(true)}>
        go
      </button>
      <output>{recipient.lacking.join()}</output>
    </>
  )
}

async function show(chosen: Product | undefined = product) {
  render(
    <QueryClientProvider client={queries}>
      <Shown chosen={chosen} />
    </QueryClientProvider>,
  )
  return screen.findByLabelText<HTMLInputElement>('AIS mobile number')
}
const member = (me: object) => useSession.setState({ status: 'member', me: { id: 1, ...me } as unknown as Me })
const type = (field: HTMLInputElement, value: string) => fireEvent.change(field, { target: { value } })

it('groups the digits as they are typed, and asks the operator for the package once the number is whole', async () => {
  const field = await show()
  type(field, '0812')
  expect(field.value).toBe('081-2')
  type(field, '081-2345678')
  expect(field.value).toBe('081-234-5678')
  await screen.findByText('Checked with AIS: this number can have the package')
  screen.getByText('08x-xxx-5678')
  expect(asked).toEqual([{ gameId: 3, playerId: '66812345678', productId: 7 }])
  expect(numberOf(KEPT_NUMBER), 'for the checkout').toBe('66812345678')
  screen.getByText('', { selector: 'output' })
})

it('asks about the number alone before a package is chosen', async () => {
  type(await show(null as unknown as undefined), '+66 81 234 5678')
  await screen.findByText('Checked with AIS. Now choose a package')
  expect(asked).toEqual([{ gameId: 3, playerId: '66812345678' }])
})

it('says that it is no mobile number once one has left it, or tried to go on', async () => {
  const field = await show()
  const said = 'A Thai mobile number has 10 digits and begins with 06, 08 or 09'
  type(field, '021234567')
  expect(screen.queryByText(said)).toBeNull()
  fireEvent.blur(field)
  expect(screen.getByRole('alert').textContent).toBe(said)
  type(field, '')
  fireEvent.click(screen.getByText('go'))
  expect(screen.getByRole('alert').textContent).toBe('Enter a mobile number first')
  expect(asked).toEqual([])
})

it.each([
  ['number_not_eligible', /cannot have this package/],
  ['number_already_active', /already has this package/],
  ['number_wrong_network', /not with AIS.*Use an AIS number/],
  ['mobile_number_suspended', /AIS has suspended this number/],
  ['number_blocked', /reply START/],
  ['telecom_unavailable', /^The operator does not answer$/],
])('says at the field why the operator refuses it: %s', async (code, said) => {
  refused = { status: 409, code, message: 'The operator does not answer' }
  type(await show(), '081-2345678')
  expect((await screen.findByRole('alert')).textContent).toMatch(said)
  screen.getByText('player', { selector: 'output' })
})

it('takes the own number with one tap, and another one instead', async () => {
  member({ mobileVerified: true, mobileMasked: '08x-xxx-5671' })
  const field = await show()
  const own = screen.getByRole('button', { name: 'My number 08x-xxx-5671' })
  expect(own.getAttribute('aria-pressed')).toBe('false')
  fireEvent.click(own)
  expect([field.value, field.readOnly]).toEqual(['08x-xxx-5671', true])
  await waitFor(() => expect(asked).toEqual([{ gameId: 3, playerId: 'me', productId: 7 }]))
  fireEvent.click(screen.getByRole('button', { name: 'Use another number' }))
  expect([field.value, field.readOnly]).toEqual(['', false])
})

it('offers saved numbers masked, and saves another one under a name', async () => {
  member({ mobileVerified: true, mobileMasked: '08x-xxx-5671' })
  const mother = { id: 8, gameId: 3, gameSlug: 'net', playerId: '0891112222', playerName: '08x-xxx-2222', nickname: 'Mother' }
  saved = [mother, { ...mother, id: 7, gameId: 4, nickname: 'Elsewhere' }]
  const field = await show()
  const chip = await screen.findByRole('button', { name: 'Mother 08x-xxx-2222' })
  expect(screen.queryByText('Elsewhere')).toBeNull()
  expect(screen.getByRole('group', { name: 'My number and saved ones' }).textContent).not.toContain('0891112222')
  fireEvent.click(chip)
  expect([field.value, chip.getAttribute('aria-pressed')]).toEqual(['089-111-2222', 'true'])
  await screen.findByText('Checked with AIS: this number can have the package')
  expect(screen.queryByText('Save this number')).toBeNull()

  type(field, '081-2345678')
  fireEvent.click(await screen.findByRole('button', { name: 'Save this number' }))
  fireEvent.change(await screen.findByLabelText('Nickname'), { target: { value: 'Father' } })
  expect(screen.getByRole('dialog').textContent).not.toContain('12345678')
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  const father = await screen.findByRole('button', { name: 'Father 08x-xxx-5678' })
  expect(father.getAttribute('aria-pressed')).toBe('true')
  // The own number is always offered.
  fireEvent.click(screen.getByRole('button', { name: 'My number 08x-xxx-5671' }))
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ playerId: 'me' }))
  expect(screen.queryByText('Save this number')).toBeNull()
})

it('sends the own number itself where this tab has seen it, and has it typed where nobody can fill it in', async () => {
  member({ mobileVerified: true, mobileMasked: '08x-xxx-5671' })
  refused = { status: 422, code: 'mobile_number_missing', message: 'No number' }
  await show()
  fireEvent.click(screen.getByRole('button', { name: 'My number 08x-xxx-5671' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Type your number in full: we only know part of it here')
  refused = undefined
  rememberNumber('0812345671')
  fireEvent.click(screen.getByRole('button', { name: 'Use another number' }))
  fireEvent.click(screen.getByRole('button', { name: 'My number 08x-xxx-5671' }))
  await screen.findByText('Checked with AIS: this number can have the package')
  expect(asked.at(-1)).toEqual({ gameId: 3, playerId: '66812345671', productId: 7 })
})

it('offers no own number that is not verified', async () => {
  member({ mobileVerified: false, mobileMasked: '08x-xxx-5671' })
  await show()
  expect(screen.queryByText('My number')).toBeNull()
})

it('asks for the consent of the owner, and is ready once they have agreed', async () => {
  member({ mobileVerified: true, mobileMasked: '08x-xxx-5671' })
  found = { consentNeeded: true }
  type(await show(), '081-2345678')
  const ask = await screen.findByRole('button', { name: 'Ask for consent' })
  screen.getByText('consent', { selector: 'output' })
  fireEvent.click(screen.getByText('go'))
  screen.getByText('Ask the number’s owner for consent first')
  fireEvent.click(ask)
  fireEvent.click(await screen.findByText('Text 08x-xxx-5678'))
  fireEvent.change(await screen.findByLabelText('Code from the owner'), { target: { value: '123456' } })
  await screen.findByText('', { selector: 'output' })
  expect(screen.queryByRole('dialog', { hidden: true })).toBeNull()
})

it('tells a visitor that the owner may be asked', async () => {
  type(await show(), '081-2345678')
  await screen.findByText(/we’ll text its owner for consent once you have logged in/)
})
