// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest'
import { forgetWayBack, loadWayBack, saveWayBack } from './way-back'

const CHECKOUT = '/payment/process?product=3&quantity=1&player=20394817'

afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
})

it('leads the same person back to what was typed, for this sale and for a day', () => {
  vi.useFakeTimers()
  saveWayBack(1, 7, CHECKOUT)
  expect(loadWayBack(1, 7)).toBe(CHECKOUT)
  expect(loadWayBack(2, 7)).toBeUndefined()
  expect(loadWayBack(1, 8)).toBeUndefined()
  vi.advanceTimersByTime(25 * 3_600_000)
  expect(loadWayBack(1, 7)).toBeUndefined()
})

it('leads nowhere else, and forgets', () => {
  saveWayBack(1, 7, '//elsewhere.example')
  expect(loadWayBack(1, 7)).toBeUndefined()
  saveWayBack(1, 7, CHECKOUT)
  forgetWayBack()
  expect(loadWayBack(1, 7)).toBeUndefined()
})
