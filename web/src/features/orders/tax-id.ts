/** Returns thirteen digits, however they were typed: in Thai digits, in groups. */
export function plainTaxId(text: string): string {
  return text.replace(/[๐-๙]/g, (digit) => String(digit.charCodeAt(0) - 0x0e50)).replace(/\D/g, '')
}

/** Whether the last digit is the check digit of a Thai tax ID (or citizen ID): weights 13 to 2, modulo 11. */
export function isTaxId(digits: string): boolean {
  if (!/^\d{13}$/.test(digits)) return false
  const sum = [...digits].slice(0, 12).reduce((total, digit, index) => total + Number(digit) * (13 - index), 0)
  return (11 - (sum % 11)) % 10 === Number(digits[12])
}
