const INVISIBLE = /[\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF\u00AD]/g
// Control characters are space here; the range is what the rule is about.
// oxlint-disable-next-line no-control-regex
const SPACE = /[\s\u0085\u0000-\u001F\u007F-\u009F]+/g

/** What people paste, made plain: Thai and full-width digits, full-width letters, single spaces, nothing invisible. */
export function normalise(text: string): string {
  return text
    .replace(INVISIBLE, '')
    .replace(/[๐-๙]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0x0e50 + 0x30))
    .replace(/[\uFF01-\uFF5E]/g, (mark) => String.fromCharCode(mark.charCodeAt(0) - 0xff01 + 0x21))
    .replace(SPACE, ' ')
    .trim()
}
