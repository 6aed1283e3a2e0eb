import { onlineManager, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { CartItem, CreateOrder, Me, CartTotals } from '@/api/generated'
import { queries } from '@/api/queries'
import { useSession } from '@/api/session'
import { cartQuery } from '@/features/cart/cart'
import { startTexts, texts } from '@/i18n'
import { cartItem } from '@/testing/cart'
import { ProcessPage } from './process'

/** The shop as these tests need it. A refusal is a status and a code; there is no response where an answer is `'lost'`. */
interface Refusal {
  status: number
  code: string
  params?: object
}
const shop = {
  cart: [] as CartItem[],
  carts: 0,
  totalSatang: 0,
  rule: undefined as Refusal | 'lost' | undefined,
  rules: 0,
  /** The answer to placing an order, once for each call; everything else is answered automatically. */
  place: [] as Array<() => Refusal | 'lost' | Promise<'lost'>>,
  placed: [] as Array<{ key: string; body: CreateOrder }>,
  coupon: (): Promise<object | 'lost'> => Promise.resolve('lost'),
  channels: (_coupon?: string): object[] => [],
}

const way = (code: string, name: string, allowed: boolean) => ({
  code,
  byNumber: code.startsWith('ais'),
  networkTypes: [],
  name: { th: name, en: name },
  allowed,
  ...(!allowed && { reason: { code: 'channel_minimum', message: 'The minimum is 20 baht.' } }),
})

const totals = (totalSatang: number, discountSatang = 0): CartTotals => ({
  vatSatang: 0,
  subtotalSatang: totalSatang + discountSatang,
  discountSatang,
  totalSatang,
})

function answer(given: unknown) {
  if (given === 'lost') throw new TypeError('nothing was heard')
  const { status } = given as { status?: number }
  return status === undefined ? { data: given, response: new Response() } : { error: given, response: new Response(null, { status }) }
}

vi.mock('@/api/generated/sdk.gen', async (original) => ({
  ...(await original<object>()),
  cartGetMine: async () => {
    shop.carts += 1
    return answer({ items: shop.cart, version: shop.carts })
  },
  paymentsListChannels: async ({ body }: { body: { couponCode?: string } }) => answer({ items: shop.channels(body.couponCode) }),
  paymentsCheckRule: async () => {
    shop.rules += 1
    return answer(shop.rule ?? { totals: totals(shop.totalSatang) })
  },
  couponsCheck: async () => answer(await shop.coupon()),
  couponsGetMine: async () => answer({ items: [] }),
  purchaseCreateOrder: async ({ headers, body }: { headers: { 'Idempotency-Key': string }; body: CreateOrder }) => {
    shop.placed.push({ key: headers['Idempotency-Key'], body })
    return answer(await shop.place.shift()?.())
  },
}))

vi.mock('@/features/catalogue/ask', () => ({ askProduct: async () => ({ product: { id: 3, ...NAMES, priceSatang: shop.totalSatang } }) }))
const NAMES = { name: { th: 'เพชร', en: 'Diamonds' }, game: { id: 1, about: { regionCode: null }, name: { th: 'เกม', en: 'Game' } } }

let address: Record<string, unknown> = {}
const went = vi.fn()
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useSearch: () => address,
  useNavigate: () => went,
  useRouterState: () => '/payment/process',
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
}))

beforeAll(async () => {
  await startTexts('en')
  await texts('orders', 'coupons')()
})

beforeEach(() => {
  Object.assign(shop, { cart: [cartItem()], carts: 0, totalSatang: 10_500, rule: undefined, rules: 0, place: [], placed: [] })
  shop.channels = () => [way('promptpay', 'PromptPay', true)]
  address = {}
  went.mockClear()
  sessionStorage.clear()
  useSession.setState({ status: 'member', me: { id: 1, verified: true } as Me, token: 'a' })
})

afterEach(() => {
  queries.clear()
  onlineManager.setOnline(true)
})

const show = () =>
  render(
    <QueryClientProvider client={queries}>
      <ProcessPage />
    </QueryClientProvider>,
  )

/** The network was down; what the page retries automatically has been answered. */
async function networkReturns() {
  const { carts } = shop
  act(() => {
    onlineManager.setOnline(false)
    onlineManager.setOnline(true)
  })
  await waitFor(() => expect(shop.carts).toBeGreaterThan(carts))
  await waitFor(() => expect(queries.isFetching()).toBe(0))
}

/** The order is placed, and its answer is lost. */
const bought = () => {
  shop.cart = []
  return 'lost' as const
}

/** The page's own pay button names the way too. */
const named = (name: string) => (name.startsWith('Pay ') ? `${name} by PromptPay` : name)
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name: named(name) })
const pay = async (name = 'Pay ฿105.00') => {
  await waitFor(() => expect(button(name).disabled).toBe(false))
  fireEvent.click(button(name))
}
const placed = (times: number) => waitFor(() => expect(shop.placed).toHaveLength(times))

it('asks for the same order again when its answer was lost and the cart is empty meanwhile', async () => {
  shop.place = [bought, () => ({ status: 503, code: 'request_timeout' }), () => 'lost']
  show()
  for (const times of [1, 2, 3]) {
    await pay()
    await placed(times)
    await screen.findByRole('alert')
    await networkReturns()
  }
  screen.getByText('You have not been charged. Please pay again: nothing is ordered twice.')
  const [first, ...others] = shop.placed
  expect(others).toEqual([first, first])
  button('Pay ฿105.00')
})

it('stays while the order is on its way, and says that its answer did not come', async () => {
  let lose: (answer: 'lost') => void = () => undefined
  const [first] = [() => new Promise<'lost'>((done) => (lose = done))]
  shop.place = [
    () => {
      bought()
      return first()
    },
    () => 'lost',
  ]
  show()
  await pay()
  await placed(1)
  await networkReturns()
  button('Creating your order')
  lose('lost')
  await screen.findByRole('alert')
  await pay()
  await placed(2)
  expect(shop.placed[1]).toEqual(shop.placed[0])
})

it('shows the way to the orders where nothing is left to pay for', async () => {
  shop.place = [bought, () => ({ status: 404, code: 'cart_item_not_found' })]
  show()
  await pay()
  await screen.findByRole('alert')
  await networkReturns()
  await pay()
  expect((await screen.findByRole('link', { name: 'See purchases' })).getAttribute('href')).toBe('/account/purchased')
  expect(screen.queryByRole('button')).toBeNull()
})

it('keeps the question about a new price when the page cannot be asked for anew', async () => {
  shop.place = [
    () => {
      shop.rule = 'lost'
      return { status: 409, code: 'price_changed', params: { totalSatang: 12_000 } }
    },
    bought,
    () => 'lost',
  ]
  show()
  await pay()
  const dialog = await screen.findByRole('dialog', { name: 'The price has changed' })
  await waitFor(() => expect(shop.rules).toBeGreaterThan(1))
  await waitFor(() => expect(queries.isFetching()).toBe(0))
  fireEvent.click(within(dialog).getByRole('button', { name: 'Pay ฿120.00' }))
  await screen.findByRole('alert')
  // The total that the user agreed to, whatever the page was told since.
  await pay('Pay ฿120.00')
  await placed(3)
  const [before, agreed, again] = shop.placed
  expect(before?.body.expectedTotalSatang).toBe(10_500)
  expect(agreed?.body.expectedTotalSatang).toBe(12_000)
  expect(agreed?.key).not.toBe(before?.key)
  expect(again).toEqual(agreed)
})

it('stays when what it shows cannot be asked for anew', async () => {
  show()
  await screen.findByRole('button', { name: named('Pay ฿105.00') })
  shop.rule = 'lost'
  await networkReturns()
  await waitFor(() => expect(shop.rules).toBeGreaterThan(1))
  await waitFor(() => expect(queries.isFetching()).toBe(0))
  button('Pay ฿105.00')
})

const check = (totalSatang: number) => ({ usable: true, code: 'LIME', discountSatang: 1_000, totals: totals(totalSatang, 1_000) })

it('is paid when it is known what the coupon takes off', async () => {
  address = { coupon: 'LIME' }
  let tell: (answer: object) => void = () => undefined
  shop.coupon = () => new Promise((done) => (tell = done))
  shop.place = [
    () => {
      shop.totalSatang = 12_000
      return { status: 409, code: 'price_changed', params: { totalSatang: 11_000 } }
    },
    () => 'lost',
  ]
  show()
  const full = await screen.findByRole<HTMLButtonElement>('button', { name: named('Pay ฿105.00') })
  expect(full.disabled).toBe(true)
  tell(check(9_500))
  await pay('Pay ฿95.00')
  const dialog = await screen.findByRole('dialog', { name: 'The price has changed' })
  const accept = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Pay ฿110.00' })
  // The page shows the new price, and the coupon is checked against it again.
  await screen.findByRole('button', { name: named('Pay ฿120.00'), hidden: true })
  expect(accept.disabled).toBe(true)
  tell(check(11_000))
  await waitFor(() => expect(accept.disabled).toBe(false))
  fireEvent.click(accept)
  await placed(2)
  expect(shop.placed.map(({ body }) => [body.couponCode, body.expectedTotalSatang])).toEqual([
    ['LIME', 9_500],
    ['LIME', 11_000],
  ])
})

it('orders with the same coupon again, though the order has used it up', async () => {
  address = { coupon: 'LIME' }
  shop.coupon = () => Promise.resolve(check(9_500))
  shop.place = [bought, () => 'lost']
  show()
  await pay('Pay ฿95.00')
  await screen.findByRole('alert')
  shop.coupon = () => Promise.resolve({ usable: false, message: 'Used' })
  await networkReturns()
  await pay('Pay ฿95.00')
  await placed(2)
  expect(shop.placed[1]).toEqual(shop.placed[0])
})

it('does not leave out a coupon that could not be asked about', async () => {
  address = { coupon: 'LIME' }
  shop.coupon = () => Promise.resolve('lost')
  shop.place = [() => ({ status: 409, code: 'price_changed', params: { totalSatang: 9_500 } })]
  show()
  await pay()
  await screen.findByText('It was ฿105.00 and is now ฿95.00. Do you want to pay the new total?')
  expect(shop.placed.map(({ body }) => body.couponCode)).toEqual(['LIME'])
})

it('offers only what can pay for what the coupon leaves', async () => {
  address = { coupon: 'LIME' }
  shop.coupon = () => Promise.resolve(check(1_900))
  shop.channels = (coupon) => [way('promptpay', 'PromptPay', coupon === undefined), way('ais_prepaid', 'Prepaid', true)]
  show()
  await screen.findByText('The minimum is 20 baht.')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /^PromptPay/ }).disabled).toBe(true)
  fireEvent.change(screen.getByRole('textbox', { name: 'Mobile number to charge' }), { target: { value: '0812345671' } })
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: /^Pay ฿19.00 by prepaid/i })
  await waitFor(() => expect(button.disabled).toBe(false))
  fireEvent.click(button)
  await placed(1)
  expect(shop.placed[0]?.body).toMatchObject({ channel: 'ais_prepaid', couponCode: 'LIME', expectedTotalSatang: 1_900 })
})

it('orders without a way to pay where the coupon leaves nothing to pay', async () => {
  address = { coupon: 'LIME' }
  shop.coupon = () => Promise.resolve(check(0))
  shop.channels = () => [way('ais_prepaid', 'Prepaid', true)]
  show()
  await screen.findByText('Nothing to pay: your discount code covers the whole order.')
  expect(screen.queryByRole('radio')).toBeNull()
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Place order' })
  await waitFor(() => expect(button.disabled).toBe(false))
  fireEvent.click(button)
  await placed(1)
  const body = shop.placed[0]?.body
  expect([body?.channel, body?.expectedTotalSatang, body?.mobileNumber]).toEqual(['none', 0, undefined])
})

it('orders without a coupon that cannot be used', async () => {
  address = { coupon: 'LIME' }
  shop.coupon = () => Promise.resolve({ status: 404, code: 'coupon_not_found' })
  shop.place = [() => 'lost']
  show()
  await pay()
  await placed(1)
  expect(shop.placed[0]?.body).not.toHaveProperty('couponCode')
})

it('shows the new price of what is bought straight from its page', async () => {
  address = { product: 3, quantity: 1 }
  shop.place = [
    () => {
      shop.totalSatang = 12_000
      return { status: 409, code: 'price_changed', params: { totalSatang: 12_000 } }
    },
  ]
  show()
  const line = await screen.findByRole('listitem')
  expect(line.textContent).toContain('105')
  await pay()
  await screen.findByRole('dialog', { name: 'The price has changed' })
  await waitFor(() => expect(line.textContent).toContain('120'))
})

it('counts again when another tab has changed the cart', async () => {
  show()
  await waitFor(() => button('Pay ฿105.00'))
  shop.totalSatang = 14_000
  shop.cart = [cartItem({ quantity: 4, totalSatang: 14_000 })]
  // As the live cart does.
  await act(async () => void (await queries.fetchQuery({ ...cartQuery, staleTime: 0 })))
  await waitFor(() => expect(button('Pay ฿140.00').disabled).toBe(false))
  screen.getByText(/× 4/)
})
