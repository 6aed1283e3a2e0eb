/** Unambiguous labels: plain Latin, or Thai with digits. */
const AS_IT_LOOKS = /^(?:[a-z0-9-]+|[\p{sc=Thai}0-9-]+)$/u

/**
 * Returns the host of a link. A host with letters of other scripts, or of mixed ones, is shown in its ASCII form: `аpple.com` with a Cyrillic
 * letter is `xn--pple-43d.com`.
 */
export function hostOf(link: string): string {
  if (!URL.canParse(link)) return ''
  const written = link.split('/')[2]?.split(':')[0]?.normalize('NFC').toLowerCase() ?? ''
  return written.split('.').every((label) => AS_IT_LOOKS.test(label)) ? written : new URL(link).hostname
}
