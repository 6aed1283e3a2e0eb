import type { Language } from './language'

const MONTHS_TH = ['ม.ค.', 'ก.พ.', 'มี.ค.', 'เม.ย.', 'พ.ค.', 'มิ.ย.', 'ก.ค.', 'ส.ค.', 'ก.ย.', 'ต.ค.', 'พ.ย.', 'ธ.ค.']
const MONTHS_EN = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const DAYS_TH = ['อา.', 'จ.', 'อ.', 'พ.', 'พฤ.', 'ศ.', 'ส.']
const DAYS_EN = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const DAY_MS = 24 * 3600_000
const BANGKOK_MS = 7 * 3600_000

/** Thailand's wall clock, as UTC fields of the returned date (UTC+7 all year). */
function bangkok(at: string | number): Date {
  return new Date(new Date(at).getTime() + BANGKOK_MS)
}

const two = (value: number) => String(value).padStart(2, '0')

/** `14:02:03`, in Bangkok. */
export function formatTime(at: string | number, seconds = true): string {
  const date = bangkok(at)
  return `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}${seconds ? `:${two(date.getUTCSeconds())}` : ''}`
}

/** `21 พ.ย. 2569` in the Buddhist era, or `21 Nov 2026`; without Intl, so that a server can render the same. */
export function formatDate(at: string | number, language: Language): string {
  const date = bangkok(at)
  const month = (language === 'th' ? MONTHS_TH : MONTHS_EN)[date.getUTCMonth()]
  return `${date.getUTCDate()} ${month} ${date.getUTCFullYear() + (language === 'th' ? 543 : 0)}`
}

/** `ส. 12 ธ.ค.` or `Sat 12 Dec`, for a day nearby. */
export function formatDay(at: string | number, language: Language): string {
  const date = bangkok(at)
  const [days, months] = language === 'th' ? [DAYS_TH, MONTHS_TH] : [DAYS_EN, MONTHS_EN]
  return `${days[date.getUTCDay()]} ${date.getUTCDate()} ${months[date.getUTCMonth()]}`
}

export function formatDateTime(at: string | number, language: Language): string {
  return `${formatDate(at, language)} ${formatTime(at, false)}${language === 'th' ? ' น.' : ''}`
}

/** `21 พ.ย.`, where the year is clear. */
export function formatShortDay(at: string | number, language: Language): string {
  const date = bangkok(at)
  return `${date.getUTCDate()} ${(language === 'th' ? MONTHS_TH : MONTHS_EN)[date.getUTCMonth()]}`
}

/** `21 พ.ย.–6 ธ.ค.`, `21–23 พ.ย.`, or a single day. */
export function formatDays(from: string | number, to: string | number, language: Language): string {
  const [first, last] = [formatShortDay(from, language), formatShortDay(to, language)]
  if (first === last) return first
  const sameMonth = first.split(' ')[1] === last.split(' ')[1]
  return `${sameMonth ? first.split(' ')[0] : first}–${last}`
}

/** `จ.` or `Mon`. */
export function formatWeekday(at: string | number, language: Language): string {
  return (language === 'th' ? DAYS_TH : DAYS_EN)[bangkok(at).getUTCDay()] ?? ''
}

/** The day in Bangkok as in an address: `2026-11-23`. */
export function dayOf(at: string | number): string {
  return bangkok(at).toISOString().slice(0, 10)
}

/** Returns the start of that day in Bangkok, in Unix milliseconds; undefined if the text is not a day. */
export function startOfDay(day: string): number | undefined {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00+07:00`) : Number.NaN
  return Number.isNaN(at) || dayOf(at) !== day ? undefined : at
}

/** The Monday of a day's week, `weeks` later or earlier. */
export function mondayOf(at: string | number, weeks = 0): string {
  const weekday = (bangkok(at).getUTCDay() + 6) % 7
  return dayOf(new Date(at).getTime() + (weeks * 7 - weekday) * DAY_MS)
}

/** Returns the same time that many days later; Bangkok's days all have the same length. */
export const dayAfter = (at: number, days: number): number => at + days * DAY_MS
