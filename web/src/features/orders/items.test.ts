import { expect, it } from 'vitest'
import type { CartItem } from '@/api/generated'
import { cartItem } from '@/testing/cart'
import { buyable } from './items'

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
