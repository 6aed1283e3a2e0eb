// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import type { CartItem } from '@/api/generated'
import { queries } from '@/api/queries'
import { cartQuery } from '@/features/cart/cart'
import { cartItem } from '@/testing/cart'
import { buyable, useBuying } from './items'

const line = (id: number, changed: Partial<CartItem> = {}) => cartItem({ id, ...changed })

it('orders the lines that can be bought, and leaves the others in the cart', () => {
  const { items, selection, leftOut } = buyable([
    line(1),
    line(2, { unavailable: 'sold_out' }),
    line(3, { unavailable: 'withdrawn' }),
    line(4, { unavailable: 'flash_ended', priceChanged: true, unitPriceSatang: 4_900 }),
  ])
  expect(selection).toEqual({ cartItemIds: [1, 4] })
  expect(leftOut).toBe(2)
  expect(items.map(({ key, oldPriceSatang }) => [key, oldPriceSatang])).toEqual([
    ['1', undefined],
    ['4', 3_500],
  ])
})

it('never means the whole cart by nothing', () => {
  expect(buyable([line(1, { unavailable: 'sold_out' })]).selection).toEqual({ cartItemIds: [] })
})

const carts = vi.hoisted(() => ({ read: 0, version: 1 }))
vi.mock('@/api/generated/sdk.gen', async (original) => ({
  ...(await original<object>()),
  cartGetMine: async () => {
    carts.read += 1
    return { data: { version: carts.version, items: [cartItem({ quantity: carts.version })] }, response: new Response() }
  },
}))

it('follows a cart that another tab has changed', async () => {
  const wrapper = ({ children }: { children: ReactNode }) => createElement(QueryClientProvider, { client: queries }, children)
  const { result } = renderHook(() => useBuying(undefined), { wrapper })
  await waitFor(() => expect(result.current.data?.items[0]?.quantity).toBe(1))
  const read = carts.read
  // The live cart reads it again, and the checkout takes it from there.
  carts.version = 2
  await queries.fetchQuery({ ...cartQuery, staleTime: 0 })
  await waitFor(() => expect(result.current.data?.items[0]?.quantity).toBe(2))
  expect(carts.read).toBeLessThanOrEqual(read + 2)
})
