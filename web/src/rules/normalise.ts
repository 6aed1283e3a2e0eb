// Default-ignorable characters, blanks other than the space, private-use characters, and non-characters.
// Each of these marks is listed on purpose.
const INVISIBLE =
  // oxlint-disable-next-line no-misleading-character-class
  /[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u2800\u3164\uE000-\uF8FF\uFDD0-\uFDEF\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFC\u{1BCA0}-\u{1BCA3}\u{1D159}\u{1D173}-\u{1D17A}\u{E0000}-\u{E0FFF}\u{F0000}-\u{10FFFF}\p{Noncharacter_Code_Point}]/gu
// Control characters count as space here; the rule covers their range.
// oxlint-disable-next-line no-control-regex
const SPACE = /[\s\u0085\u0000-\u001F\u007F-\u009F]+/g
// Marks of Thai and Lao, and those that go with any script: two on a letter; other scripts' own: three.
// oxlint-disable-next-line no-misleading-character-class
const OF_TWO = /[\u0300-\u036F\u0E00-\u0EFF\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F]/

// oxlint-disable-next-line no-misleading-character-class
const THAI_MARKS = /([\u0E31\u0E34-\u0E3A\u0E47-\u0E4E]+)(\u0E32?)/g

/**
 * Makes pasted text plain: Thai and full-width digits, full-width letters, single spaces, nothing invisible, one way to write what looks
 * the same, no piled-up marks.
 */
export function normalise(text: string): string {
  return text
    .replace(INVISIBLE, '')
    .replace(/[๐-๙]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0x0e50 + 0x30))
    .replace(/[\uFF01-\uFF5E]/g, (mark) => String.fromCharCode(mark.charCodeAt(0) - 0xff01 + 0x21))
    .replace(SPACE, ' ')
    .replace(/\p{Me}/gu, '')
    .normalize('NFC')
    .replace(/เเ/g, 'แ')
    .replace(/ำ([\u0E48-\u0E4B]+)/g, '$1ำ')
    .replace(THAI_MARKS, inOrder)
    .replace(/(^| )\p{Mn}+/gu, '$1')
    .replace(/\p{Mn}[\p{Mn}\p{Mc}]+/gu, asManyAsNeeded)
    .replace(/ +/g, ' ')
    .trim()
}

/** A vowel before the tone mark over it; the two parts of `ำ` are one. */
function inOrder(_: string, marks: string, after: string): string {
  const whole = after !== '' && marks.includes('\u0E4D')
  const left = [...(whole ? marks.replace('\u0E4D', '') : marks)]
  const isTone = (mark: string) => mark >= '\u0E48' && mark <= '\u0E4C'
  return [...left.filter((mark) => !isTone(mark)), ...left.filter(isTone)].join('') + (whole ? 'ำ' : after)
}

/** Keeps each mark on a letter once, and as many as languages need. */
function asManyAsNeeded(marks: string): string {
  const kept = new Set<string>()
  return [...marks]
    .filter((mark) => {
      if (/\p{Mc}/u.test(mark)) return true
      const stays = !kept.has(mark) && kept.size < (OF_TWO.test(mark) ? 2 : 3)
      if (stays) kept.add(mark)
      return stays
    })
    .join('')
}
