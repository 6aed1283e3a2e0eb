/** How much less the price of now is, in whole percent; 0 where it is not less. */
export function percentOff(before: number | null, now: number): number {
  return before !== null && before > now ? Math.round((1 - now / before) * 100) : 0
}

/**
 * Satang as baht, in groups of three: whole baht alone and others with both decimals (`1,234`, `45.90`), or always both where amounts stand
 * under one another (`1,234.00`). A negative one has a true minus. Without Intl, so that a server can render the same.
 */
export function formatBaht(satang: number, decimals: 'short' | 'exact' = 'short'): string {
  const rounded = Math.round(satang)
  const [whole = '', rest = ''] = (Math.abs(rounded) / 100).toFixed(2).split('.')
  const shown = decimals === 'short' && rest === '00' ? '' : `.${rest}`
  return `${rounded < 0 ? '\u2212' : ''}${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${shown}`
}
