/** Returns how much lower the current price is, in whole percent; 0 if it is not lower. */
export function percentOff(before: number | null, now: number): number {
  return before !== null && before > now ? Math.round((1 - now / before) * 100) : 0
}

/**
 * Formats satang as baht, in groups of three: whole baht without decimals and others with both (`1,234`, `45.90`), or always both in columns
 * (`1,234.00`). A negative amount has a true minus. Without Intl, so that a server can render the same.
 */
export function formatBaht(satang: number, decimals: 'short' | 'exact' = 'short'): string {
  const rounded = Math.round(satang)
  const [whole = '', rest = ''] = (Math.abs(rounded) / 100).toFixed(2).split('.')
  const shown = decimals === 'short' && rest === '00' ? '' : `.${rest}`
  return `${rounded < 0 ? '\u2212' : ''}${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${shown}`
}
