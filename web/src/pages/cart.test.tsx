import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Cart, CartItem, Me } from '@/api/generated'
import { queries } from '@/api/queries'
import { useSession } from '@/api/session'
import { startTexts, texts } from '@/i18n'
import { cartItem, visitorLine } from '@/testing/cart'
import { cartQuery } from '@/features/cart/cart'
import { CartPage } from './cart'
import { useVisitorCart } from '@/features/cart/visitor'

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  Link: ({ children }: { children: ReactNode }) => <span>{children}</span>,
  useNavigate: () => vi.fn(),
}))

vi.mock('@/api/generated', async (original) => ({
  ...(await original<object>()),
  cartUpdateQuantity: async ({ body }: { body: object }) => {
    set.push(body)
    return { data: cart([]), response: new Response() }
  },
  cartCreate: async ({ body }: { body: { items: object[] } }) => {
    merged.push(body.items)
    return { data: { ...cart([]), leftOut: [] }, response: new Response() }
  },
}))

let set: object[] = []
let merged: object[] = []

const line = (changed: Partial<CartItem>) => cartItem({ id: 7, ...changed })

const cart = (items: CartItem[]): Cart => ({
  items,
  count: items.length,
  limits: { maxItems: 15, maxOfOne: 4, maxTotalSatang: 1_234_500 },
  totals: { subtotalSatang: 0, discountSatang: 0, vatSatang: 0, totalSatang: 0 },
  version: 1,
})

beforeAll(async () => {
  await startTexts('en')
  await texts('cart')()
})

beforeEach(() => {
  set = []
  merged = []
  useSession.setState({ status: 'member', me: { id: 1 } as Me })
  useVisitorCart.setState({ lines: [] })
})

function show(changed: Partial<CartItem>) {
  queries.setQueryData(cartQuery.queryKey, cart([line(changed)]))
  return render(
    <QueryClientProvider client={queries}>
      <CartPage />
    </QueryClientProvider>,
  )
}

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

it('lets a line come down to what is left of it', async () => {
  show({ unavailable: 'sold_out', remaining: 1 })
  screen.getByText('Only 1 left. Unless you take fewer, you won’t be charged for this item.')
  expect(button('Decrease quantity of Diamonds').disabled).toBe(false)
  expect(button('Increase quantity of Diamonds').disabled).toBe(true)
  expect(button('Checkout').disabled).toBe(true)
  fireEvent.click(button('Buy 1'))
  await waitFor(() => expect(set).toEqual([{ itemId: 7, quantity: 1 }]))
})

it('lets lines that share what is left come down one by one', async () => {
  const shared = { quantity: 2, unavailable: 'sold_out', remaining: 2 } as const
  queries.setQueryData(cartQuery.queryKey, cart([line(shared), line({ ...shared, id: 8, product: line({}).product })]))
  render(
    <QueryClientProvider client={queries}>
      <CartPage />
    </QueryClientProvider>,
  )
  expect(screen.getAllByText('Only 2 left. Unless you take fewer, you won’t be charged for this item.')).toHaveLength(2)
  expect(screen.queryByRole('button', { name: /^Buy/ })).toBeNull()
  fireEvent.click(screen.getAllByRole('button', { name: 'Decrease quantity of Diamonds' })[1] as HTMLElement)
  await waitFor(() => expect(set).toEqual([{ itemId: 8, quantity: 1 }]))
})

it('leaves nothing to change at a line of which nothing is left', () => {
  show({ unavailable: 'sold_out', remaining: 0 })
  screen.getByText('Sold out. You will not be charged for it.')
  expect(button('Decrease quantity of Diamonds').disabled).toBe(true)
  expect(screen.queryByRole('button', { name: /^Buy/ })).toBeNull()
})

it.each([
  [{ priceChanged: true, unitPriceSatang: 4_900 }, 'The price changed from ฿35 to ฿49'],
  // The sale may go on with fewer pieces.
  [
    { priceChanged: true, unitPriceSatang: 4_900, unavailable: 'flash_ended' },
    'The flash price no longer applies to this quantity; the usual price is charged',
  ],
] as const)('lets a new price be accepted: %o', async (changed, said) => {
  show(changed)
  const notice = screen.getByText(said).closest('[role=status]') as HTMLElement
  fireEvent.click(within(notice).getByRole('button', { name: 'Accept price' }))
  await waitFor(() => expect(set).toEqual([{ itemId: 7, quantity: 3 }]))
})

it('marks the price of a flash sale, a visitor’s only while the sale runs', () => {
  const { container, unmount } = show({ flashSale: true, unitPriceSatang: 2_000, seenPriceSatang: 2_000, quantity: 1 })
  screen.getByText('Flash sale')
  expect(container.querySelector('s')?.textContent).toBe('Usual price ฿35')
  unmount()
  useSession.setState({ status: 'guest', me: undefined })
  const kept = (productId: number, endsAt: string) => {
    const line = visitorLine(productId)
    return { ...line, shown: { ...line.shown, flash: { usualSatang: productId * 100, endsAt } } }
  }
  useVisitorCart.setState({ lines: [kept(35, '2020-01-01T00:00:00Z'), kept(36, '2999-01-01T00:00:00Z')] })
  const crossed = show({}).container.querySelectorAll('s')
  expect([...crossed].map((price) => price.textContent)).toEqual(['Usual price ฿36'])
})

it('holds the limits that the shop tells', () => {
  show({ quantity: 4 })
  expect(button('Increase quantity of Diamonds').disabled).toBe(true)
  screen.getByText('At most 15 items, 4 of each product, ฿12,345 in all')
})

it('says what did not move from the cart of before, until it is let go', () => {
  const { name, gameName, gameSlug, hue, motif, vatExcluded } = line({}).product
  const left = { whose: 1, productId: 2, quantity: 2, playerId: '1', server: '', playerName: 'Lime', seenPriceSatang: 1 }
  useVisitorCart.setState({
    lines: [
      { ...left, shown: { name, gameName, gameSlug, hue, motif, vatExcluded }, leftOut: 'cart_product_limit' },
      { ...left, productId: 3, shown: { name, gameName, gameSlug, hue, motif, vatExcluded }, leftOut: 'server_unknown' },
    ],
  })
  show({})
  expect(screen.getAllByText('Diamonds × 2 · Lime')).toHaveLength(2)
  screen.getByText('Your cart already holds the maximum of this product')
  screen.getByText('It can’t be added right now')
  fireEvent.click(button('Don’t keep them'))
  expect(screen.queryByText('Diamonds × 2 · Lime')).toBeNull()
  expect(useVisitorCart.getState().lines).toEqual([])
})

it('offers to try again what could not be moved', async () => {
  useVisitorCart.setState({ lines: [{ ...visitorLine(2), whose: 1 }] })
  show({})
  screen.getByText('These items from before you logged in have not been moved to your cart yet:')
  fireEvent.click(button('Try again'))
  await waitFor(() => expect(useVisitorCart.getState().lines).toEqual([]))
  expect(merged).toEqual([[expect.objectContaining({ productId: 2 })]])
})

it.each(['member', 'guest'] as const)('shows nobody what another person has left behind: %s', (status) => {
  useSession.setState({ status, me: status === 'member' ? ({ id: 1 } as Me) : undefined })
  const theirs = { ...visitorLine(2), whose: 2, playerName: 'Lime' }
  useVisitorCart.setState({ lines: [theirs, { ...theirs, productId: 3, leftOut: 'product_withdrawn' }] })
  show({})
  expect(screen.queryByText(/Lime/)).toBeNull()
})
