// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { saveCoupon, loadCoupon } from './saved-coupon'

it('keeps a coupon for who means to use it, until it is used', () => {
  saveCoupon(7, 'LIME10')
  expect(loadCoupon(7)).toBe('LIME10')
  expect(loadCoupon(8), 'the next person who signs in here').toBeUndefined()
  saveCoupon(7, undefined)
  expect(loadCoupon(7)).toBeUndefined()
})

it('keeps what a visitor chose for who signs in', () => {
  saveCoupon(undefined, 'LIME10')
  expect(loadCoupon(7)).toBe('LIME10')
  saveCoupon(undefined, undefined)
})
