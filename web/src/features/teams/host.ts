/** Labels that are as they look: plain Latin, or Thai with digits. */
const AS_IT_LOOKS = /^(?:[a-z0-9-]+|[\p{sc=Thai}0-9-]+)$/u

/**
 * The host that a link leads to. One with letters of other scripts, or of two of them, is shown as the network knows it: `аpple.com` with a
 * Cyrillic letter is `xn--pple-43d.com`.
 */
export function hostOf(link: string): string {
  if (!URL.canParse(link)) return ''
  const written = link.split('/')[2]?.split(':')[0]?.normalize('NFC').toLowerCase() ?? ''
  return written.split('.').every((label) => AS_IT_LOOKS.test(label)) ? written : new URL(link).hostname
}
