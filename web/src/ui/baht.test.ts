import { describe, expect, it } from 'vitest'
import { formatBaht } from './baht'

describe('an amount in baht', () => {
  it.each([
    [0, '0', '0.00'],
    [1, '0.01', '0.01'],
    [50, '0.50', '0.50'],
    [2_000, '20', '20.00'],
    [99_999, '999.99', '999.99'],
    [100_000, '1,000', '1,000.00'],
    [123_456_780, '1,234,567.80', '1,234,567.80'],
    [-4_590, '\u221245.90', '\u221245.90'],
    [-123_456, '\u22121,234.56', '\u22121,234.56'],
  ])('%s', (satang, short, exact) => {
    expect(formatBaht(satang)).toBe(short)
    expect(formatBaht(satang, 'exact')).toBe(exact)
  })
  it('is written as Intl would write it', () => {
    const exact = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 })
    for (let satang = 0; satang < 12_000_000; satang += 997) expect(formatBaht(satang, 'exact')).toBe(exact.format(satang / 100))
  })
})
