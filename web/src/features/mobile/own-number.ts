import type { Me } from '@/api/generated'

/** A number that was confirmed by a code in this tab. The session itself knows its person's number only with its middle covered. */
const NUMBER = 'manao.number'

export function rememberNumber(number: string): void {
  try {
    sessionStorage.setItem(NUMBER, number)
  } catch {
    // Storage may be refused; then the number is typed again.
  }
}

/** The person's own verified number, if this tab has seen it: another person signing in here has another one. */
export function ownNumber(me: Pick<Me, 'mobileMasked' | 'mobileVerified'> | undefined): string | undefined {
  if (!me?.mobileVerified) return undefined
  try {
    const number = plainNumber(sessionStorage.getItem(NUMBER) ?? '')
    return covered(number) === me.mobileMasked ? number : undefined
  } catch {
    return undefined
  }
}

/** A number as it is sent, however it was written: `๐๘๑ 234-5678` → `0812345678`. What is wrong with it the server says. */
export function plainNumber(text: string): string {
  return text.replace(/[๐-๙]/g, (digit) => String(digit.charCodeAt(0) - 0x0e50)).replace(/[\s().-]/g, '')
}

/** `0812345671` → `08x-xxx-5671`, as the server covers it. */
function covered(number: string): string {
  const national = number.replace(/^\+?66/, '0')
  return `${national.slice(0, 2)}x-xxx-${national.slice(-4)}`
}
