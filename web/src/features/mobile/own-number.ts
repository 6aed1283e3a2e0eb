import type { Me } from '@/api/generated'

/** A number that was confirmed by a code in this tab. The session itself knows its user's number only in masked form. */
const NUMBER = 'manao.number'

export function rememberNumber(number: string): void {
  try {
    sessionStorage.setItem(NUMBER, number)
  } catch {
    // Storage may be refused; then the number is typed again.
  }
}

/** Returns the user's own verified number, if this tab has seen it; it does not apply to another user who signs in here. */
export function ownNumber(me: Pick<Me, 'mobileMasked' | 'mobileVerified'> | undefined): string | undefined {
  if (!me?.mobileVerified) return undefined
  try {
    const number = plainNumber(sessionStorage.getItem(NUMBER) ?? '')
    return covered(number) === me.mobileMasked ? number : undefined
  } catch {
    return undefined
  }
}

/** Normalizes a number for sending, however it was written: `๐๘๑ 234-5678` → `0812345678`. The server judges its validity. */
export function plainNumber(text: string): string {
  return text.replace(/[๐-๙]/g, (digit) => String(digit.charCodeAt(0) - 0x0e50)).replace(/[\s().-]/g, '')
}

/** `0812345671` → `08x-xxx-5671`, masked as on the server. */
function covered(number: string): string {
  const national = number.replace(/^\+?66/, '0')
  return `${national.slice(0, 2)}x-xxx-${national.slice(-4)}`
}
