import { expect, it } from 'vitest'
import { keepCoupon, keptCoupon } from './kept-coupon'

it('keeps a coupon for who means to use it, until it is used', () => {
  keepCoupon(7, 'LIME10')
  expect(keptCoupon(7)).toBe('LIME10')
  expect(keptCoupon(8), 'the next person who signs in here').toBeUndefined()
  keepCoupon(7, undefined)
  expect(keptCoupon(7)).toBeUndefined()
})
