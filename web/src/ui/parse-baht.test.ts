import { expect, it } from 'vitest'
import { formatBaht } from './baht'
import { parseBaht } from './parse-baht'

it.each([
  ['49', 4_900],
  ['49.5', 4_950],
  ['0.07', 7],
  [' ๑,๒๓๔.๕๖ ', 123_456],
  ['฿1,234,567.89', 123_456_789],
  ['999999999.99', 99_999_999_999],
  ['0', 0],
])('reads %s exactly', (typed, satang) => expect(parseBaht(typed)).toBe(satang))

it.each(['', '.5', '49.', '49.005', '-1', '1e3', '12,34', '1,2345', '0x10', 'สิบ', '1234567890'])('takes no amount from "%s"', (typed) =>
  expect(parseBaht(typed)).toBeUndefined(),
)

it('reads what is shown', () => {
  for (let satang = 0; satang < 1_000_000; satang += 37) expect(parseBaht(formatBaht(satang, 'exact'))).toBe(satang)
})
