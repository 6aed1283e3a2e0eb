import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Order } from '@/api/generated'
import { queries } from '@/api/queries'
import type { CardForm } from '@/features/cards/form-script'
import { startTexts, texts } from '@/i18n'
import en from '@/i18n/en/orders'
import { PaidByCard } from './card-page'

const SCRIPT = 'https://cards.example/omise.js'
const BANK = 'https://bank.example/authorize'
const VISA = { id: 7, brand: 'Visa', lastDigits: '4242', expires: '2035-05' }

const world = vi.hoisted(() => ({
  cards: [] as object[],
  left: [] as string[],
  sent: [] as { key: string; body: object }[],
  /** The shop's answer to a card; undefined when it is not heard. */
  answer: undefined as object | undefined,
}))

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
  useNavigate: () => vi.fn(),
  Navigate: () => null,
}))

vi.mock('@/features/channels/authorize', async (original) => ({
  ...(await original<object>()),
  leaveTo: (address: string) => world.left.push(address),
}))

vi.mock('@/api/generated', async (original) => ({
  ...(await original<object>()),
  paymentsListCards: async () => ({
    data: { items: world.cards, form: { scriptUrl: SCRIPT, publicKey: 'pkey_test' } },
    response: new Response(),
  }),
  purchasePayByCard: async ({ headers, body }: { headers: { 'Idempotency-Key': string }; body: object }) => {
    world.sent.push({ key: headers['Idempotency-Key'], body })
    if (!world.answer) throw new TypeError('nothing was heard')
    return { data: world.answer, response: new Response() }
  },
}))

const order = (payment: object): Order =>
  ({
    number: 'MN-1',
    version: 1,
    status: 'pending',
    channel: 'card',
    channelName: { th: 'บัตร', en: 'Card' },
    paymentFlow: 'card',
    totalSatang: 12_900,
    createdAt: '2026-11-21T07:40:00Z',
    expiresAt: '2099-01-01T00:00:00Z',
    payment: { reference: 'MN-1-1', ...payment },
    lines: [],
    timeline: [],
  }) as unknown as Order

const NEEDS_CARD = { status: 'created', needsCard: true }
const AWAITING = order({ status: 'awaiting', authorizeUrl: BANK, card: VISA })
const FAILED = { status: 'failed', failureCode: 'insufficient_fund', card: VISA }

const page = (shown: Order) => (
  <QueryClientProvider client={queries}>
    <PaidByCard order={shown} />
  </QueryClientProvider>
)
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const press = async (name: string | RegExp) => fireEvent.click(await button(name))
const PAY_SAVED = /^Pay ฿129\.00 with ••••\s4242$/
const ENTER = 'Enter card, pay ฿129.00'

/** The element by which the page loads the provider's script. */
const script = async () => {
  await waitFor(() => expect(document.querySelector(`script[src="${SCRIPT}"]`)).not.toBeNull())
  return document.querySelector<HTMLScriptElement>(`script[src="${SCRIPT}"]`) as HTMLScriptElement
}

let opened: Parameters<CardForm['open']>[0] | undefined
async function formLoads() {
  const loaded = await script()
  window.OmiseCard = {
    configure: vi.fn(),
    open: (options) => {
      opened = options
    },
    close: vi.fn(),
  }
  act(() => void loaded.dispatchEvent(new Event('load')))
}

beforeAll(async () => {
  await startTexts('en')
  await texts('orders')()
})
beforeEach(() => {
  Object.assign(world, { cards: [], left: [], sent: [], answer: AWAITING })
  opened = undefined
  queries.clear()
})
afterEach(() => {
  delete window.OmiseCard
  for (const element of document.querySelectorAll('script')) element.remove()
})

it('pays by a saved card once, without the form, and goes to its bank', async () => {
  world.cards = [VISA]
  render(page(order(NEEDS_CARD)))
  const pay = await button(PAY_SAVED)
  screen.getByText(/expires 05\/35/)
  await screen.findByText(/left$/)
  fireEvent.click(pay)
  fireEvent.click(pay)
  await waitFor(() => expect(world.left).toEqual([BANK]))
  expect(world.sent.map(({ body }) => body)).toEqual([{ number: 'MN-1', savedCardId: 7, device: 'web' }])
  expect(document.querySelector('script'), 'the script is loaded for another card only').toBeNull()
})

it('pays by a card of the form, which the provider keeps if wanted', async () => {
  render(page(order(NEEDS_CARD)))
  await button(en.card.loading)
  await formLoads()
  fireEvent.click(await screen.findByRole('checkbox', { name: /Remember this card/ }))
  await press(ENTER)
  expect(window.OmiseCard?.configure).toHaveBeenCalledWith({ publicKey: 'pkey_test' })
  expect(opened).toMatchObject({ amount: 12_900, currency: 'THB', locale: 'en', submitLabel: 'Pay ฿129.00' })
  act(() => opened?.onFormClosed())
  expect((await screen.findByRole<HTMLInputElement>('checkbox', { name: /Remember this card/ })).checked, 'nothing is lost').toBe(true)
  await press(ENTER)
  act(() => {
    opened?.onCreateTokenSuccess('tokn_1')
    opened?.onFormClosed()
  })
  await waitFor(() => expect(world.left).toEqual([BANK]))
  expect(world.sent.map(({ body }) => body)).toEqual([{ number: 'MN-1', token: 'tokn_1', save: true, device: 'web' }])
})

it('says that the form is blocked, offers another way, and tries again', async () => {
  render(page(order(NEEDS_CARD)))
  const blocked = await script()
  act(() => void blocked.dispatchEvent(new Event('error')))
  await screen.findByText(en.card.blocked)
  await button(en.handOver.otherWay)
  await press(en.card.again)
  await formLoads()
  await button(ENTER)
})

it('repeats a request without an answer with its key', async () => {
  world.cards = [VISA]
  world.answer = undefined
  render(page(order(NEEDS_CARD)))
  await press(PAY_SAVED)
  await screen.findByText(en.card.unheard)
  world.answer = AWAITING
  await press(en.card.again)
  await waitFor(() => expect(world.left).toEqual([BANK]))
  expect(world.sent).toHaveLength(2)
  expect(world.sent[1]).toEqual(world.sent[0])
})

it('takes a card again after one was refused', async () => {
  world.cards = [VISA]
  const { rerender } = render(page(order(FAILED)))
  screen.getByText(en.cardFailure.insufficient_fund)
  await screen.findByText(en.card.newCode)
  await button(en.change.open)
  world.answer = order({ ...FAILED, reference: 'MN-1-2', failureCode: 'stolen_or_lost_card' })
  await press(PAY_SAVED)
  await waitFor(() => expect(world.sent).toHaveLength(1))
  rerender(page(world.answer as Order))
  screen.getByText(en.cardFailure.stolen_or_lost_card)
  world.answer = AWAITING
  await press(PAY_SAVED)
  await waitFor(() => expect(world.left).toEqual([BANK]))
  expect(world.sent[1]?.key).not.toBe(world.sent[0]?.key)
})

it('waits for the confirmation at the card’s bank', () => {
  render(page(AWAITING))
  screen.getByRole('heading', { name: en.card.confirm })
  expect(screen.getByRole('link', { name: en.card.confirm }).getAttribute('href')).toBe(BANK)
  screen.getByText(/^Visa ••••\s4242$/)
})
