/**
 * Satang as baht, in groups of three: 0 to 2 decimals (`1,234.5`), or always two where amounts stand under one another (`1,234.50`).
 * Without Intl, so that a server can render the same.
 */
export function formatBaht(satang: number, decimals: 'short' | 'exact' = 'short'): string {
  const rounded = Math.round(satang)
  const [whole = '', rest = ''] = (Math.abs(rounded) / 100).toFixed(2).split('.')
  const shown = decimals === 'exact' ? rest : rest.replace(/0+$/, '')
  return `${rounded < 0 ? '-' : ''}${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${shown && `.${shown}`}`
}
