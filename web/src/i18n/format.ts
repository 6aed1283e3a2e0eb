import type { Language } from './language'

const MONTHS_TH = ['ม.ค.', 'ก.พ.', 'มี.ค.', 'เม.ย.', 'พ.ค.', 'มิ.ย.', 'ก.ค.', 'ส.ค.', 'ก.ย.', 'ต.ค.', 'พ.ย.', 'ธ.ค.']
const MONTHS_EN = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const DAYS_TH = ['อา.', 'จ.', 'อ.', 'พ.', 'พฤ.', 'ศ.', 'ส.']
const DAYS_EN = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
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

/** `ส. 12 ธ.ค.` or `Sat 12 Dec`: a day that is near. */
export function formatDay(at: string | number, language: Language): string {
  const date = bangkok(at)
  const [days, months] = language === 'th' ? [DAYS_TH, MONTHS_TH] : [DAYS_EN, MONTHS_EN]
  return `${days[date.getUTCDay()]} ${date.getUTCDate()} ${months[date.getUTCMonth()]}`
}

export function formatDateTime(at: string | number, language: Language): string {
  return `${formatDate(at, language)} ${formatTime(at, false)}${language === 'th' ? ' น.' : ''}`
}
