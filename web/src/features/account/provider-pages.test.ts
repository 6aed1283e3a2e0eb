// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest'
import { arrivingAt, hasArrived, stepOverProvider } from './provider-pages'

const go = vi.spyOn(history, 'go').mockImplementation(() => {})
const long = (length: number) => vi.spyOn(history, 'length', 'get').mockReturnValue(length)

beforeEach(() => {
  sessionStorage.clear()
  go.mockClear()
})

it('steps over all of the provider’s pages to the login page before them', () => {
  // Left as the fifth entry, which became the provider's first page; two more were shown, and the last one is this.
  sessionStorage.setItem('manao.leftAt', '5')
  long(7)
  expect(stepOverProvider('/en/cart')).toBe(true)
  expect(go).toHaveBeenCalledWith(-3)
  expect(arrivingAt()).toBe('/en/cart')
  hasArrived()
  expect(arrivingAt()).toBeUndefined()
})

it('stays where it is unknown how far it came', () => {
  long(7)
  expect(stepOverProvider('/cart'), 'it began in another tab').toBe(false)
  sessionStorage.setItem('manao.leftAt', '50')
  long(50)
  expect(stepOverProvider('/cart'), 'browsers count no further').toBe(false)
  sessionStorage.setItem('manao.leftAt', '9')
  long(4)
  expect(stepOverProvider('/cart'), 'another history').toBe(false)
  expect(go).not.toHaveBeenCalled()
  expect(arrivingAt()).toBeUndefined()
})
