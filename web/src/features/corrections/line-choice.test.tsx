import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Me, Order } from '@/api/generated'
import { queries } from '@/api/queries'
import { useSession } from '@/api/session'
import { startTexts, texts } from '@/i18n'
import en from '@/i18n/en/corrections'
import { LineChoice } from './line-choice'

interface Sent {
  key: string
  body: Record<string, unknown>
}

const sent: Sent[] = []
/** Whether the named number needs its owner's consent. */
let consentNeeded = false
/** The shop's answers: a refusal, or no answer at all. */
let refused: Array<{ status: number; code: string; message: string } | 'nothing'> = []
const reread = vi.hoisted(() => vi.fn())
const shown: Order[] = []

vi.mock('@/features/orders/order', () => ({ rereadOrder: reread, showOrder: (order: Order) => shown.push(order) }))

vi.mock('@/features/favorites/known-players', () => ({ KnownPlayers: () => null }))

vi.mock('@/features/catalogue/ask', async (original) => ({
  ...(await original<object>()),
  askGame: async (slug: string) => ({
    game: {
      id: slug === 'rov' ? 1 : 2,
      slug,
      target: slug === 'net' ? 'NUMBER' : 'PLAYER',
      serverRule: null,
      products: [],
      related: [],
      about: { where: [], picture: null },
      playerId:
        slug === 'net'
          ? null
          : {
              label: { th: 'ไอดี', en: 'Player ID' },
              hint: { th: '', en: '' },
              pattern: '^[0-9]{4,12}$',
              example: '12345678',
              pasteExample: null,
            },
    },
  }),
}))

vi.mock('@/api/generated', async (original) => ({
  ...(await original<object>()),
  partnersValidatePlayer: async ({ body: { playerId } }: { body: { playerId: string } }) => {
    const error = { status: 422, code: 'player_unknown', message: 'No such player' }
    if (playerId.endsWith('0000')) return { error, response: new Response(null, { status: 422 }) }
    if (playerId.startsWith('66')) return { data: { playerId, displayName: '08x-xxx-5678', consentNeeded }, response: new Response() }
    return { data: { playerId, displayName: `Name ${playerId}` }, response: new Response() }
  },
  paymentsListChannels: async () => ({
    data: { items: [{ code: 'wallet', refund: { whole: true, part: true, days: null, to: 'payer' } }] },
    response: new Response(),
  }),
  purchaseCorrectLine: async ({ headers, body }: { headers: { 'Idempotency-Key': string }; body: Sent['body'] }) => {
    sent.push({ key: headers['Idempotency-Key'], body })
    const error = refused.shift()
    if (error === 'nothing') throw new TypeError('nothing was heard')
    if (error) return { error, response: new Response(null, { status: error.status }) }
    return { data: order(4), response: new Response() }
  },
}))

const line = (correctable: object | undefined) => ({
  id: 7,
  name: { th: 'เพชร 310', en: '310 Diamonds' },
  gameSlug: 'rov',
  quantity: 1,
  totalSatang: 9_000,
  playerId: '12349999',
  playerName: 'Mint',
  delivery: { status: 'repair', hasCode: false, failureCode: 'player_unknown' },
  correctable,
})

const PRODUCTS = [
  { id: 5, name: { th: 'พาส', en: 'Weekly pass' }, bonus: null, gameSlug: 'rov', gameName: { th: 'RoV', en: 'RoV' } },
  {
    id: 6,
    name: { th: 'คูปอง', en: 'Shells' },
    bonus: { th: '', en: '5 shells' },
    gameSlug: 'other',
    gameName: { th: 'Other', en: 'Other' },
  },
]

const order = (version: number, correctable: object | undefined = { player: true, products: PRODUCTS, refund: true }) =>
  ({
    number: 'MN-1',
    version,
    channel: 'wallet',
    channelName: { th: 'ทรูมันนี่', en: 'TrueMoney' },
    paymentFlow: 'redirect',
    paidAt: '2026-11-21T07:40:00Z',
    lines: [line(correctable)],
  }) as unknown as Order

const page = (of: Order) => (
  <QueryClientProvider client={queries}>
    <LineChoice order={of} line={of.lines[0] as Order['lines'][number]} />
  </QueryClientProvider>
)

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const pick = (name: RegExp) => fireEvent.click(screen.getByRole('radio', { name }))
const id = () => screen.getByLabelText<HTMLInputElement>('Player ID')

beforeAll(async () => {
  await startTexts('en')
  await texts('corrections', 'games', 'orders')()
})

beforeEach(() => {
  queries.clear()
  sent.length = 0
  shown.length = 0
  refused = []
  consentNeeded = false
  useSession.setState({ status: 'member', me: { id: 1 } as Me })
  reread.mockClear()
})

it('sends the item to the corrected player, once the partner knows the name and the buyer has confirmed it', async () => {
  render(page(order(3)))
  screen.getByText(en.reason.player)
  press(en.open)
  // The ID was wrong, so that this way is the first.
  await waitFor(() => expect(id().value).toBe('12349999'))
  press(en.player.next)
  expect(screen.getByRole('alert').textContent).toBe(en.player.same)
  fireEvent.change(id(), { target: { value: '12340000' } })
  await screen.findByText('No such player')
  fireEvent.change(id(), { target: { value: '12345678' } })
  await screen.findByText('Name 12345678')
  press(en.player.next)
  const what = await screen.findByText(/We’ll send 310 Diamonds to Name 12345678 \(12345678\)/)
  expect(what.textContent).toMatch(/instead of Mint \(12349999\)$/)
  expect(sent).toEqual([])
  press('Send to Name 12345678')
  await waitFor(() => expect(shown).toHaveLength(1))
  expect(sent[0]?.body).toEqual({ number: 'MN-1', lineId: 7, version: 3, choice: 'player', playerId: '12345678' })
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('takes another product, also of another game with a player of its own', async () => {
  render(page(order(3)))
  press(en.open)
  pick(new RegExp(en.product.name))
  press(en.product.next)
  expect(screen.getByRole('alert').textContent).toBe(en.product.missing)
  pick(/Weekly pass/)
  await waitFor(() => expect(id().value).toBe('12349999'))
  pick(/Shells/)
  await waitFor(() => expect(id().value).toBe(''))
  fireEvent.change(id(), { target: { value: '5555' } })
  await screen.findByText('Name 5555')
  press(en.product.next)
  await screen.findByText(/We’ll send Shells instead of 310 Diamonds to Name 5555 \(5555\)/)
  press('Change to Shells')
  await waitFor(() => expect(sent[0]?.body).toMatchObject({ choice: 'product', productId: 6, playerId: '5555' }))
})

it('says how the money comes back before it is asked for', async () => {
  render(page(order(3, { player: false, products: [], refund: true })))
  press(en.open)
  // The other ways stay in their place, with the reason.
  screen.getByText(en.player.none)
  screen.getByText(en.product.none)
  await screen.findByText(/It goes back to TrueMoney/)
  press(en.refund.next)
  await screen.findByText('We won’t send 310 Diamonds, and refund ฿90.00')
  press('Refund ฿90.00')
  await waitFor(() => expect(sent[0]?.body).toEqual({ number: 'MN-1', lineId: 7, version: 3, choice: 'refund' }))
})

it('reads the order again when it has changed, and lets the buyer choose again', async () => {
  refused = [{ status: 409, code: 'order_changed', message: 'The order has just changed' }]
  const { rerender } = render(page(order(3, { player: false, products: [], refund: true })))
  press(en.open)
  fireEvent.click(await screen.findByRole('button', { name: en.refund.next }))
  press('Refund ฿90.00')
  await screen.findByText(en.again)
  expect(reread).toHaveBeenCalledWith('MN-1')
  rerender(page(order(4, { player: false, products: [], refund: true })))
  press(en.refund.next)
  press('Refund ฿90.00')
  await waitFor(() => expect(sent.map(({ body }) => body.version)).toEqual([3, 4]))
  expect(sent[0]?.key).not.toBe(sent[1]?.key)
})

it('ends in words when the partner was quicker', async () => {
  refused = [{ status: 409, code: 'correction_too_late', message: 'Our partner is already delivering it' }]
  const { rerender } = render(page(order(3, { player: false, products: [], refund: true })))
  press(en.open)
  fireEvent.click(await screen.findByRole('button', { name: en.refund.next }))
  press('Refund ฿90.00')
  await screen.findByText('Our partner is already delivering it')
  expect(reread).toHaveBeenCalledWith('MN-1')
  const settled = order(4)
  rerender(page({ ...settled, lines: [line(undefined)] } as unknown as Order))
  screen.getByText('Our partner is already delivering it')
  screen.getByText(en.gone)
})

it('repeats a request without an answer under its key', async () => {
  refused = ['nothing']
  render(page(order(3, { player: false, products: [], refund: true })))
  press(en.open)
  fireEvent.click(await screen.findByRole('button', { name: en.refund.next }))
  press('Refund ฿90.00')
  await screen.findByText(en.unheard)
  press(en.refund.next)
  press('Refund ฿90.00')
  await waitFor(() => expect(shown).toHaveLength(1))
  expect(sent[0]?.key).toBe(sent[1]?.key)
})

it('only offers the choice while the delivery is under way', () => {
  const of = order(3)
  const waiting = { ...of.lines[0], delivery: { status: 'waiting', hasCode: false } } as Order['lines'][number]
  render(
    <QueryClientProvider client={queries}>
      <LineChoice order={of} line={waiting} />
    </QueryClientProvider>,
  )
  screen.getByRole('button', { name: en.change })
  expect(screen.queryByText(en.ask)).toBeNull()
})

it('sends a package to the corrected number, once its owner has agreed', async () => {
  consentNeeded = true
  const of = order(3)
  const number = { playerId: '08x-xxx-5694', playerName: '08x-xxx-5694', gameSlug: 'net', productId: 11, target: 'number' }
  const delivery = { status: 'repair', hasCode: false, failureCode: 'not_eligible' }
  const changed = { ...of, lines: [{ ...of.lines[0], ...number, delivery }] } as unknown as Order
  render(page(changed))
  screen.getByText(en.reason.number)
  press(en.open)
  screen.getByText(en.number.name)
  const field = await screen.findByLabelText<HTMLInputElement>('AIS mobile number')
  expect(field.value, 'the old one is known in part only').toBe('')
  fireEvent.change(field, { target: { value: '0812345678' } })
  await screen.findByText('08x-xxx-5678')
  press(en.player.next)
  expect(document.activeElement?.getAttribute('name')).toBe('consent')
  consentNeeded = false
  await queries.invalidateQueries()
  await waitFor(() => expect(document.querySelector('[name=consent]')).toBeNull())
  press(en.player.next)
  const what = await screen.findByText(/We’ll send 310 Diamonds to 08x-xxx-5678/)
  expect(what.textContent).toMatch(/instead of 08x-xxx-5694$/)
  press('Send to 08x-xxx-5678')
  await waitFor(() => expect(sent[0]?.body).toEqual({ number: 'MN-1', lineId: 7, version: 3, choice: 'player', playerId: '66812345678' }))
})
