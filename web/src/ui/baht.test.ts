import { describe, expect, it } from 'vitest'
import { formatBaht } from './baht'

describe('an amount in baht', () => {
  it.each([
    [0, '0', '0.00'],
    [1, '0.01', '0.01'],
    [50, '0.5', '0.50'],
    [2_000, '20', '20.00'],
    [99_999, '999.99', '999.99'],
    [100_000, '1,000', '1,000.00'],
    [123_456_780, '1,234,567.8', '1,234,567.80'],
    [-123_456, '-1,234.56', '-1,234.56'],
  ])('%s', (satang, short, exact) => {
    expect(formatBaht(satang)).toBe(short)
    expect(formatBaht(satang, 'exact')).toBe(exact)
  })
  it('is written as Intl would write it', () => {
    const short = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })
    for (let satang = -300_000; satang < 12_000_000; satang += 997) expect(formatBaht(satang)).toBe(short.format(satang / 100))
  })
})
