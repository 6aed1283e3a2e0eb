import type { ProblemCode } from '@/api/generated'
import { profileEditLimits } from '@/api/limits.gen'
import { normalise } from './normalise'

/**
 * The rules of the specification's section 5 for forms. The server has the same ones in Rust; both are tested with `domain/vectors`, so that a
 * form accepts what the server accepts. A rule takes the typed text and returns the value to send, or the code of the fault.
 */
export type Judged = { value: string; code?: undefined } | { code: ProblemCode; value?: undefined }
export type Rule = (text: string) => Judged

const fine = (value: string): Judged => ({ value })
const wrong = (code: ProblemCode): Judged => ({ code })
const length = (text: string) => [...text].length

const LETTER = 'A-Za-zก-ฮะาำเ-ๆ'
const LATIN = /[\u00C0-\u024F\u1E00-\u1EFF]/
const MARK = /[\u0E31\u0E34-\u0E3A\u0E47-\u0E4E\u0300-\u036F]/
const ONE_LETTER = new RegExp(`[${LETTER}]`)

/** Letters and spaces only, in Thai or Latin letters with their marks; a mark must follow a letter. */
export const name: Rule = (text) => {
  const plain = normalise(text)
  if (plain === '') return wrong('name_required')
  if (length(plain) > 100) return wrong('name_too_long')
  let afterLetter = false
  for (const c of plain) {
    const letter = ONE_LETTER.test(c) || (LATIN.test(c) && /\p{Alphabetic}/u.test(c))
    if (!letter && c !== ' ' && !(afterLetter && MARK.test(c))) return wrong('name_invalid')
    afterLetter = c !== ' '
  }
  return fine(plain)
}

function nameIn(text: string, thai: boolean): Judged {
  const judged = name(text)
  if (judged.value === undefined) return judged
  const same = [...judged.value].every((c) => c === ' ' || /[\u0E00-\u0E7F]/.test(c) === thai)
  return same ? judged : wrong(thai ? 'name_not_thai' : 'name_not_latin')
}
export const nameThai: Rule = (text) => nameIn(text, true)
export const nameLatin: Rule = (text) => nameIn(text, false)

const LOCAL = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const LABEL = /^(?!-)[A-Za-z0-9-]{1,63}(?<!-)$/

/** The pattern check of every real address: no quoted local part, no bare host, no address literal. */
export const email: Rule = (text) => {
  const address = normalise(text)
  const at = address.lastIndexOf('@')
  const [local, domain] = [address.slice(0, Math.max(at, 0)), address.slice(at + 1)]
  const labels = domain.split('.')
  const top = labels.at(-1) ?? ''
  const right =
    at > 0 &&
    address.length <= 254 &&
    local.length <= 64 &&
    LOCAL.test(local) &&
    labels.length > 1 &&
    labels.every((label) => LABEL.test(label)) &&
    top.length >= 2 &&
    !/^\d+$/.test(top)
  return right ? fine(`${local}@${domain.toLowerCase()}`) : wrong('email_invalid')
}

/** 13 digits with a correct check digit; an empty text passes. */
export const thaiId: Rule = (text) => {
  const digits = normalise(text).replace(/[ -]/g, '')
  if (normalise(text) === '') return fine('')
  if (!/^\d{13}$/.test(digits)) return wrong('id_card_invalid')
  let sum = 0
  for (let i = 0; i < 12; i++) sum += Number(digits[i]) * (13 - i)
  return (11 - (sum % 11)) % 10 === Number(digits[12]) ? fine(digits) : wrong('id_card_invalid')
}

/** Rules of a password. */
export const PASSWORD_PARTS = [
  { part: 'length', has: (text: string) => length(text) >= 8 && length(text) <= 30 },
  { part: 'upper', has: (text: string) => /[A-Z]/.test(text) },
  { part: 'lower', has: (text: string) => /[a-z]/.test(text) },
  { part: 'digit', has: (text: string) => /[0-9]/.test(text) },
] as const

/** 8 to 30 characters with an upper-case letter, a lower-case letter and a digit. */
export const password: Rule = (text) => {
  const right = PASSWORD_PARTS.every(({ has }) => has(text)) && !/\p{Cc}/u.test(text)
  return right ? fine(text) : wrong('password_format_invalid')
}

const HOST_LABEL = /^(?!-)(?:[A-Za-z0-9-]|[^\p{ASCII}\p{Cc}])+(?<!-)$/u

/** A web address: http or https, a host with a dot, no user. */
export const link: Rule = (text) => {
  const plain = normalise(text)
  const found = /^(https?):\/\/([^/?#]*)(.*)$/iu.exec(plain)
  if (!found || length(plain) > 300 || /[ \\"<>`{}|^]/.test(plain)) return wrong('link_invalid')
  const [, scheme = '', authority = '', tail = ''] = found
  const colon = authority.indexOf(':')
  const host = colon < 0 ? authority : authority.slice(0, colon)
  const port = colon < 0 ? undefined : authority.slice(colon + 1)
  const labels = host.split('.')
  const top = labels.at(-1) ?? ''
  const right =
    (port === undefined || (/^\d+$/.test(port) && Number(port) <= 65_535)) &&
    labels.length > 1 &&
    labels.every((label) => length(label) <= 63 && HOST_LABEL.test(label)) &&
    length(top) >= 2 &&
    !/^\d+$/.test(top)
  const small = authority.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  return right ? fine(`${scheme.toLowerCase()}://${small}${tail}`) : wrong('link_invalid')
}

export const digits: Rule = (text) => {
  const number = normalise(text)
  return /^\d{1,18}$/.test(number) ? fine(number) : wrong('digits_only')
}

export const decimal: Rule = (text) => {
  const number = normalise(text)
  return /^\d{1,18}(\.\d{1,18})?$/.test(number) ? fine(number) : wrong('decimal_only')
}

/** A Thai postcode. */
export const zipCode: Rule = (text) => {
  const code = normalise(text)
  return /^[1-9]\d{4}$/.test(code) ? fine(code) : wrong('zip_code_invalid')
}

/** A line of free text; an empty text passes. */
export const line =
  (longest: number): Rule =>
  (text) => {
    const plain = normalise(text)
    return length(plain) > longest ? wrong('text_too_long') : fine(plain)
  }

export const displayName: Rule = (text) => (normalise(text) === '' ? wrong('field_required') : line(profileEditLimits.displayName)(text))

/** Four to twenty letters, digits and dashes. */
export const studentCard: Rule = (text) => {
  const number = normalise(text).toUpperCase()
  return /^[A-Z0-9-]{4,20}$/.test(number) ? fine(number) : wrong('student_card_invalid')
}

/** A date of birth, `2008-02-29`, of a person who is 7 to 120 years old today (`today` has the same format). */
export const birthday =
  (today: string): Rule =>
  (text) => {
    const found = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
    const day = new Date(`${text}T00:00:00Z`)
    if (!found || Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== text) return wrong('birthday_invalid')
    const age = Number(today.slice(0, 4)) - Number(found[1]) - (today.slice(5) >= text.slice(5) ? 0 : 1)
    return age >= 7 && age <= 120 ? fine(text) : wrong('birthday_invalid')
  }
