import { describe, expect, it } from 'vitest'
import { fits, splitPasted } from './player'

describe('a pasted player ID', () => {
  it.each([
    ['1234567 (2201)', '1234567', '2201'],
    ['1234567(2201)', '1234567', '2201'],
    [' 1234567 [ 2201 ] ', '1234567', '2201'],
    ['20394817', '20394817', undefined],
    [' 20394817 ', '20394817', undefined],
    ['Manao#TH1', 'Manao#TH1', undefined],
    ['(2201)', '(2201)', undefined],
  ])('%s', (pasted, playerId, server) => {
    expect(splitPasted(pasted)).toEqual({ playerId, server })
  })
  it('fits its pattern or not', () => {
    expect(fits('^[0-9]{6,12}$', '1234567')).toBe(true)
    expect(fits('^[0-9]{6,12}$', '12a4567')).toBe(false)
    expect(fits('(', 'anything')).toBe(true)
  })
})
