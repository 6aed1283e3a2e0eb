import { normalise } from './normalise'

/** Longest text that is worth reading. */
const LONGEST = 128

/** Returns a Thai mobile number as `66812345678`, however it was written; undefined for any other text. See `domain/src/msisdn.rs`. */
export function parseMsisdn(text: string): string | undefined {
  if (text.length > LONGEST) return undefined
  const plain = normalise(text)
  const abroad = plain.startsWith('+')
  const bare = plain.slice(abroad ? 1 : 0).replace(/[ ().-]/g, '')
  const after = (prefix: string, least = 0) =>
    bare.startsWith(prefix) && bare.length - prefix.length >= least ? bare.slice(prefix.length) : undefined
  const national = abroad ? after('66') : (after('0066') ?? after('66', 9) ?? after('0'))
  // `+66 (0)81…` still contains the national zero.
  const rest = national?.length === 10 ? national.replace(/^0/, '') : national
  return rest !== undefined && /^[689][0-9]{8}$/.test(rest) ? `66${rest}` : undefined
}

/** Returns `08x-xxx-4821` for `66812344821`, masked as on the server. */
export const maskMsisdn = (number: string): string => `0${number.slice(2, 3)}x-xxx-${number.slice(7)}`

/** Groups the digits of a number while it is typed: `0812344821` → `081-234-4821`. Text that is not written nationally stays as it is. */
export function groupTyped(text: string): string {
  const digits = text.replace(/[๐-๙]/g, (digit) => String(digit.charCodeAt(0) - 0x0e50)).replace(/[ -]/g, '')
  if (!/^0[0-9]{0,9}$/.test(digits)) return text
  return [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)].filter(Boolean).join('-')
}
