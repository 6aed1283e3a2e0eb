// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { daysAndHours, nextChange, overallMark, runningFirst, stateAt, supplyOf } from './promotion-state'

const START = '2026-11-20T00:00:00Z'
const END = '2026-11-25T00:00:00Z'
const window = { state: 'RUNNING', startsAt: START, endsAt: END } as const
const at = (text: string) => Date.parse(text)

it('begins and ends to the second, by the given clock', () => {
  expect(stateAt(window, at(START) - 1)).toBe('UPCOMING')
  expect(stateAt(window, at(START))).toBe('RUNNING')
  expect(stateAt(window, at(END) - 1)).toBe('RUNNING')
  expect(stateAt(window, at(END))).toBe('OVER')
  expect(stateAt({ ...window, state: 'OVER' }, undefined), 'before the clock is known').toBe('OVER')
  expect(stateAt({ state: 'RUNNING', startsAt: null, endsAt: null }, at(END)), 'without a window').toBe('RUNNING')
})

it('counts down to the next change', () => {
  expect(nextChange(window, 'UPCOMING')).toBe(at(START))
  expect(nextChange(window, 'RUNNING')).toBe(at(END))
  expect(nextChange(window, 'OVER')).toBeUndefined()
  expect(nextChange({ ...window, endsAt: null }, 'RUNNING')).toBeUndefined()
  expect(daysAndHours(2 * 86_400 + 18 * 3600 + 59)).toEqual({ days: 2, hours: 18 })
  expect(daysAndHours(86_399), 'a clock').toBeUndefined()
})

it('lists those that run first and those that are over last, otherwise as they came', () => {
  const items = (['OVER', 'UPCOMING', 'RUNNING', 'OVER', 'RUNNING'] as const).map((state, id) => ({ id, promotion: { state } }))
  expect(runningFirst(items).map(({ id }) => id)).toEqual([2, 4, 1, 0, 3])
  expect(
    runningFirst([
      { id: 1, promotion: null },
      { id: 2, promotion: null },
    ]).map(({ id }) => id),
  ).toEqual([1, 2])
})

it('says what is left where numbers are limited', () => {
  const none = { couponLeft: null, couponQuota: null, flashSale: null }
  expect(supplyOf(none)).toBeUndefined()
  expect(supplyOf({ ...none, couponLeft: -1, couponQuota: 5 })).toEqual({ of: 'coupon', left: 0, total: 5 })
  expect(supplyOf({ ...none, couponLeft: 3, couponQuota: 5, flashSale: { remaining: 7, quantity: 60 } })).toEqual({
    of: 'sale',
    left: 7,
    total: 60,
  })
})

it('marks a review with the mean of its parts', () => {
  expect(overallMark([{ mark: 8.5 }, { mark: 8 }, { mark: 7.5 }])).toBe('8.0')
  expect(overallMark([])).toBe('')
})
