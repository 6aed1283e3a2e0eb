import { expect, it } from 'vitest'
import { alikesOf, compact, groupsOf } from './voucher-code'

it('shows groups of four and copies without separators', () => {
  for (const code of ['K7QF-22XY-AB', 'K7QF22XYAB', 'K7 QF22 XYAB']) {
    expect(groupsOf(code)).toEqual(['K7QF', '22XY', 'AB'])
    expect(compact(code)).toBe('K7QF22XYAB')
  }
})

it('names each look-alike with its places, separators not counted', () => {
  expect(alikesOf('O0X1-I05K')).toEqual([
    { character: 'O', name: 'o', places: [1] },
    { character: '0', name: 'zero', places: [2, 6] },
    { character: '1', name: 'one', places: [4] },
    { character: 'I', name: 'i', places: [5] },
    { character: '5', name: 'five', places: [7] },
  ])
  expect(alikesOf('K7QF-22XY')).toEqual([])
})
