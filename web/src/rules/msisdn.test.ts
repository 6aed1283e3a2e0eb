import { describe, expect, it } from 'vitest'
import { groupTyped, maskMsisdn, parseMsisdn } from './msisdn'

// The server reads the same, see `domain/src/msisdn.rs`.
describe('a mobile number', () => {
  it.each([
    '0812344821',
    '081-234-4821',
    ' 081 234 4821 ',
    '(081) 234-4821',
    '+66812344821',
    '+66 81 234 4821',
    '+66 (0)81 234 4821',
    '66812344821',
    '0066812344821',
    '๐๘๑๒๓๔๔๘๒๑',
    '０８１２３４４８２１',
  ])('is written %s', (text) => {
    expect(parseMsisdn(text)).toBe('66812344821')
  })

  it('may begin with 6, 8 or 9', () => {
    expect(parseMsisdn('0661234567')).toBe('66661234567')
    expect(parseMsisdn('0912344821')).toBe('66912344821')
  })

  it.each([
    '',
    '0',
    '+',
    '66',
    '081234482',
    '08123448210',
    '0212344821',
    '021234482',
    '0512344821',
    '0712344821',
    '+0812344821',
    '+1 812344821',
    '812344821',
    '6681234482',
    '668123448210',
    '081234482x',
    '08+12344821',
    '081234４821x',
    '0'.repeat(1_000),
  ])('is not %s', (text) => {
    expect(parseMsisdn(text)).toBeUndefined()
  })

  it('is masked', () => {
    expect(maskMsisdn('66812344821')).toBe('08x-xxx-4821')
  })
})

it.each([
  ['0', '0'],
  ['081', '081'],
  ['0812', '081-2'],
  ['081-23', '081-23'],
  ['081-234', '081-234'],
  ['081-2344', '081-234-4'],
  ['๐๘๑๒๓๔๔๘๒๑', '081-234-4821'],
  ['081 234 4821', '081-234-4821'],
  ['+66812344821', '+66812344821'],
  ['08123448210', '08123448210'],
  ['somchai', 'somchai'],
  ['', ''],
])('%s is shown as %s while it is typed', (typed, shown) => {
  expect(groupTyped(typed)).toBe(shown)
})
