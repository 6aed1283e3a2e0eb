import { describe, expect, it } from 'vitest'
import { fits, readPlayerId, type Rule, serverNamed } from './player'

const DIGITS = '^[0-9]{6,12}$'
const RIOT = '^[^#\\s][^#]{1,14}[^#\\s]#[A-Za-z0-9]{3,5}$'

const LISTED: Rule['server'] = { typed: false, pattern: null }
const TYPED: Rule['server'] = { typed: true, pattern: '^[0-9]{4,5}$' }

// The server reads the same, see `domain/src/player_id.rs`.
describe('a pasted player ID', () => {
  it.each([
    ['1234567 (2201)', DIGITS, TYPED, '1234567', '2201'],
    ['1234567(2201)', DIGITS, TYPED, '1234567', '2201'],
    ['1234567 2201', DIGITS, TYPED, '1234567', '2201'],
    ['1234567, 2201', DIGITS, TYPED, '1234567', '2201'],
    ['๑๒๓๔๕๖๗ ๒๒๐๑', DIGITS, TYPED, '1234567', '2201'],
    ['1234 5678', DIGITS, TYPED, '12345678', undefined],
    ['801234567 (Asia)', DIGITS, LISTED, '801234567', 'Asia'],
    ['801234567 Asia', DIGITS, LISTED, '801234567', 'Asia'],
    ['801234567 TW, HK, MO', DIGITS, LISTED, '801234567', 'TW, HK, MO'],
    ['801 234 567', DIGITS, LISTED, '801234567', undefined],
    [' 1234567 [ ๒๒๐๑ ] ', DIGITS, LISTED, '1234567', '2201'],
    ['1234567（2201）', DIGITS, TYPED, '1234567', '2201'],
    ['1234 567 (2201)', DIGITS, TYPED, '1234567', '2201'],
    ['1234567 ()', DIGITS, LISTED, '1234567()', undefined],
    ['1234567 (2201)', DIGITS, null, '1234567(2201)', undefined],
    [' 20394817 ', DIGITS, null, '20394817', undefined],
    ['1234 567', DIGITS, null, '1234567', undefined],
    ['1234-567', DIGITS, null, '1234567', undefined],
    ['๑๒๓๔๕๖๗', DIGITS, null, '1234567', undefined],
    ['１２３４５６７', DIGITS, null, '1234567', undefined],
    ['\u200B1234567\uFEFF', DIGITS, null, '1234567', undefined],
    ['Somchai  Jai＃TH1', RIOT, null, 'Somchai Jai#TH1', undefined],
    ['lime-99', '^[A-Za-z0-9_]{4,20}$', null, 'lime-99', undefined],
  ])('%s', (typed, pattern, rule, playerId, server) => {
    expect(readPlayerId(typed, { pattern, server: rule })).toEqual({ playerId, server })
  })
  it('fits its pattern or not', () => {
    expect(fits(DIGITS, '1234567')).toBe(true)
    expect(fits(DIGITS, '12a4567')).toBe(false)
    expect(fits('a+|b+', 'ax'), 'as a whole').toBe(false)
    expect(fits('(', 'anything')).toBe(true)
  })
})

describe('a pasted server', () => {
  const servers = [
    { code: 's1', name: 'Asia 2201' },
    { code: '2201', name: 'Europe' },
    { code: 's3', name: 'Asia 3' },
  ]
  it.each([
    ['2201', '2201'],
    ['Europe', '2201'],
    ['Asia 3', 's3'],
    ['europe', '2201'],
    ['3', 's3'],
    ['Asia', undefined],
    ['Mars', undefined],
  ])('%s is %s', (pasted, code) => {
    expect(serverNamed(pasted, servers)).toBe(code)
  })
})
