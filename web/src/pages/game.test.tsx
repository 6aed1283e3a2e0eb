import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { queries } from '@/api/queries'
import { useSession } from '@/api/session'
import type { Handlers } from '@/live'
import { gameQuery, type Product } from '@/features/catalogue/queries'
import { startTexts, texts } from '@/i18n'
import { GamePage } from './game'

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  Link: ({ search, children }: { search?: object; children: ReactNode }) => <span title={JSON.stringify(search)}>{children}</span>,
  useNavigate: () => vi.fn(),
  useRouter: () => ({ buildLocation: () => ({ href: '/' }) }),
  useParams: () => ({ id: 'cards' }),
  useSearch: () => address.search,
}))
vi.mock('@/features/favorites/heart', () => ({ default: () => null }))

const address = vi.hoisted(() => ({ search: { product: 1 } as { product?: number } }))

let handlers: Handlers = {}
vi.mock('@/live', async (original) => ({
  ...(await original<object>()),
  useTopic: (live: object | undefined, given: Handlers) => {
    if (live) handlers = given
  },
  serverNow: () => Date.now(),
}))

const asksFor: object[] = []
vi.mock('@/api/generated', async (original) => ({
  ...(await original<object>()),
  partnersValidatePlayer: async () => ({
    data: { playerId: '0812345678', displayName: '08x-xxx-5678', consentNeeded: false },
    response: new Response(),
  }),
  paymentsListChannels: async ({ body }: { body: object }) => {
    asksFor.push(body)
    const reason = { code: 'channel_minimum', message: 'From 20 baht on' }
    const note = { th: 'ทุกธนาคาร', en: 'Any bank' }
    const items = [
      {
        code: 'promptpay',
        byNumber: false,
        networkTypes: [],
        name: { th: 'พร้อมเพย์', en: 'PromptPay' },
        allowed: false,
        reason,
        note,
        minSatang: 2_000,
      },
      {
        code: 'ais_prepaid',
        byNumber: true,
        networkTypes: ['prepaid'],
        name: { th: 'เติมเงิน', en: 'Prepaid' },
        allowed: true,
        note,
        minSatang: 100,
      },
    ]
    return { data: { items }, response: new Response() }
  },
}))

const NOW = Date.parse('2026-11-21T07:40:00Z')
let asked = 0

const product: Product = {
  id: 1,
  sku: 'card-100',
  seller: null,
  name: { th: 'บัตร', en: 'Card' },
  bonus: null,
  priceSatang: 4_900,
  listPriceSatang: null,
  units: null,
  bestValue: false,
  vatExcluded: false,
  state: 'ACTIVE',
  remaining: null,
  maxQuantity: 10,
  flashSale: {
    id: 5,
    priceSatang: 3_500,
    quantity: 20,
    remaining: 2,
    version: 4,
    endsAt: new Date(NOW + 60_000).toISOString(),
    live: { topic: 't' },
  },
}
const game = {
  id: 3,
  slug: 'cards',
  name: { th: 'การ์ด', en: 'Cards' },
  publisher: 'P',
  kind: 'VOUCHER' as const,
  hue: 1,
  motif: 'rings',
  glyph: 'gift',
  blurb: { th: 'ก', en: 'a' },
  target: 'NONE' as const,
  needsServer: false,
  serverRule: null,
  about: { picture: null, where: [], steps: [], questions: [], redeemUrl: null, region: null, regionCode: null, currency: null },
  related: [],
  vatExcluded: false,
  typicalSeconds: null,
  playerId: null,
  products: [product],
}

vi.mock('@/features/catalogue/ask', () => ({
  askGame: async () => {
    asked += 1
    return { game }
  },
}))

beforeAll(async () => {
  await startTexts('en')
  await Promise.all([texts('games')(), texts('common')()])
})

const show = () =>
  render(
    <QueryClientProvider client={queries}>
      <GamePage />
    </QueryClientProvider>,
  )

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  asked = 0
  sessionStorage.clear()
  queries.setQueryData(gameQuery('cards').queryKey, { game })
  Element.prototype.scrollIntoView = vi.fn()
  window.matchMedia = () => ({ matches: true }) as MediaQueryList
  show()
})

afterEach(() => {
  vi.useRealTimers()
  queries.clear()
  useSession.setState({ status: 'unknown' })
})

const summary = () => screen.getByRole('complementary')
const says = (amount: string) => {
  // A piece, the total, and the phone's bar
  expect(within(summary()).getAllByText(amount)).toHaveLength(3)
}

const count = (flashSaleId: number, remaining: number, version: number) =>
  act(async () => {
    handlers['stock.changed']?.({ flashSaleId, remaining, version })
    await vi.advanceTimersByTimeAsync(10)
  })

it('counts by the price that the flash sale has left', async () => {
  says('35.00')
  await count(4, 0, 9)
  says('35.00')
  await count(5, 1, 6)
  screen.getByText('Flash sale, 1 left')
  await count(5, 2, 5)
  screen.getByText('Flash sale, 1 left')
  says('35.00')
  expect(within(summary()).getByRole<HTMLButtonElement>('button', { name: 'Increase quantity' }).disabled).toBe(true)
  await count(5, 0, 7)
  expect(screen.queryByText(/^Flash sale/)).toBeNull()
  says('49.00')
  expect(within(summary()).getByRole<HTMLButtonElement>('button', { name: 'Increase quantity' }).disabled).toBe(false)
})

it('ends the flash sale with its time, and asks for the prices of now', async () => {
  await act(async () => vi.advanceTimersByTimeAsync(59_000))
  says('35.00')
  expect(asked).toBe(0)
  await act(async () => vi.advanceTimersByTimeAsync(2_000))
  await act(async () => vi.advanceTimersByTimeAsync(100))
  expect(asked, 'once').toBe(1)
  // The answer still has the sale in it, as a late one may.
  says('49.00')
  expect(screen.queryByText(/^Flash sale/)).toBeNull()
})

it('says of each channel whether it can pay for this, and why not; the button says which one does', async () => {
  vi.useRealTimers()
  await act(async () => useSession.setState({ status: 'member' }))
  const prepaid = await screen.findByRole('radio', { name: /^Prepaid/ })
  expect(asksFor).toEqual([{ direct: { productId: 1, quantity: 1 } }])
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /^PromptPay ?From 20 baht on$/ }).disabled).toBe(true)
  expect((prepaid as HTMLInputElement).checked, 'the first that can is chosen').toBe(true)
  const pay = within(summary()).getByText('Pay by Prepaid ฿35.00')
  expect(JSON.parse(pay.title)).toEqual({ product: 1, quantity: 1, channel: 'ais_prepaid' })
})

it('shows a visitor the channels, too', async () => {
  vi.useRealTimers()
  await act(async () => useSession.setState({ status: 'guest' }))
  await screen.findByText('Any bank · From ฿1')
  within(summary()).getAllByText('Log in to pay')
})

it('says why there cannot be more of it', () => {
  const more = within(summary()).getByRole('button', { name: 'Increase quantity' })
  fireEvent.click(more)
  within(summary()).getByText('Only 2 left at the sale price')
})

it('leads to what is missing, and marks it there', async () => {
  cleanup()
  address.search = {}
  show()
  fireEvent.click(within(summary()).getAllByText('Continue to payment')[0] as HTMLElement)
  const group = screen.getByRole('group', { name: /Choose a package/ })
  within(group).getByText('Choose a package first')
  expect(document.activeElement).toBe(within(group).getByRole('radio'))
  expect(Element.prototype.scrollIntoView).toHaveBeenCalled()
  address.search = { product: 1 }
})

it('asks whether the account belongs to the country of the code', async () => {
  vi.useRealTimers()
  await act(async () => {
    useSession.setState({ status: 'member' })
    queries.setQueryData(gameQuery('cards').queryKey, {
      game: {
        ...game,
        about: { ...game.about, region: { th: 'ไทย', en: 'For accounts in Thailand only' }, regionCode: 'TH', currency: 'THB' },
      },
    })
  })
  screen.getByText('For accounts in Thailand only · Account currency THB')
  await screen.findByRole('radio', { name: /^Prepaid/ })
  const tick = screen.getByRole('checkbox', { name: 'My account is a Thai account' })
  fireEvent.click(within(summary()).getAllByRole('button', { name: 'Continue to payment' })[0] as HTMLElement)
  await waitFor(() => expect(document.activeElement).toBe(tick))
  fireEvent.click(tick)
  const pay = within(summary()).getByText('Pay by Prepaid ฿35.00')
  expect(JSON.parse(pay.title)).toMatchObject({ product: 1, region: 'TH' })
})

it('takes one package for a number, which stands in no address', async () => {
  vi.useRealTimers()
  const terms = { th: 'ต่ออายุเองทุก 30 วัน', en: 'Renews every 30 days, billed to the number by AIS' }
  await act(async () => {
    useSession.setState({ status: 'member' })
    queries.setQueryData(gameQuery('cards').queryKey, {
      game: {
        ...game,
        kind: 'SUBSCRIPTION' as const,
        target: 'NUMBER' as const,
        products: [{ ...product, flashSale: null, bonus: terms }],
      },
    })
  })
  expect(within(summary()).queryByRole('button', { name: 'Increase quantity' })).toBeNull()
  within(summary()).getByText('1 per number')
  within(summary()).getByText(terms.en)
  fireEvent.change(screen.getByLabelText('AIS mobile number'), { target: { value: '0812345678' } })
  await within(summary()).findByText('Goes to 08x-xxx-5678. Orders are final; check the number before paying.')
  const pay = within(summary()).getByText('Pay by Prepaid ฿49.00')
  expect(JSON.parse(pay.title)).toEqual({ product: 1, quantity: 1, player: 'kept', channel: 'ais_prepaid' })
  expect(asksFor.at(-1)).toEqual({ direct: { productId: 1, quantity: 1, playerId: '66812345678' } })
})
