import { normalise } from '@/rules/normalise'

const AMOUNT = /^(\d{1,3}(?:,\d{3}){1,2}|\d{1,9})(?:\.(\d{1,2}))?$/

/** Parses a typed amount of baht (`1,234.5`) into satang; undefined if it is no amount. No fraction is ever calculated with. */
export function parseBaht(typed: string): number | undefined {
  const [, whole, part = ''] = AMOUNT.exec(normalise(typed).replace(/^฿ ?/, '')) ?? []
  return whole === undefined ? undefined : Number(whole.replaceAll(',', '')) * 100 + Number(part.padEnd(2, '0'))
}
