import { dayAfter, mondayOf, startOfDay } from '@/i18n/format'
import { plain } from '@/i18n/plain'
import type { Article } from '../queries'

export type Show = Article['shows'][number]
type Slot = Pick<Show, 'weekday' | 'time' | 'minutes'>

const MINUTE_MS = 60_000
const WEEK_DAYS = 7

export interface Broadcast {
  /** Unix milliseconds */
  startsAt: number
  endsAt: number
}

/** Returns a weekly show's broadcast that runs or comes next. */
export function nextBroadcast({ weekday, time, minutes }: Slot, now: number): Broadcast {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const monday = startOfDay(mondayOf(now)) ?? now
  const thisWeek = dayAfter(monday, weekday - 1) + (hour * 60 + minute) * MINUTE_MS
  const length = minutes * MINUTE_MS
  // Last week's may run over midnight of a Sunday.
  const startsAt = [-WEEK_DAYS, 0, WEEK_DAYS].map((days) => dayAfter(thisWeek, days)).find((start) => start + length > now) ?? thisWeek
  return { startsAt, endsAt: startsAt + length }
}

/** Returns the show that runs or comes first. */
export function firstShow<S extends Slot>(shows: readonly S[], now: number): (Broadcast & { show: S }) | undefined {
  return shows.map((show) => ({ show, ...nextBroadcast(show, now) })).toSorted((one, other) => one.startsAt - other.startsAt)[0]
}

const stamp = (at: number) => `${new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`

/** As RFC 5545 writes texts. */
const escaped = (text: string) =>
  plain(text)
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')

const LINE_BYTES = 73

/** Breaks a line of the file after 75 bytes, between characters. */
function folded(line: string): string {
  const encoder = new TextEncoder()
  const lines = ['']
  for (const character of line) {
    const last = lines.at(-1) ?? ''
    if (encoder.encode(last + character).length > LINE_BYTES) lines.push(character)
    else lines[lines.length - 1] = last + character
  }
  return lines.join('\r\n ')
}

/** Returns a calendar file with one broadcast, and a reminder a quarter of an hour before. */
export function calendarFile(
  show: Pick<Show, 'id' | 'title' | 'about'>,
  { startsAt, endsAt }: Broadcast,
  url: string,
  now: number,
): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Manao//Studio//EN',
    'BEGIN:VEVENT',
    `UID:${show.id}-${stamp(startsAt)}@${new URL(url).host}`,
    `DTSTAMP:${stamp(now)}`,
    `DTSTART:${stamp(startsAt)}`,
    `DTEND:${stamp(endsAt)}`,
    `SUMMARY:${escaped(show.title)}`,
    `DESCRIPTION:${escaped(show.about)}`,
    `URL:${url}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escaped(show.title)}`,
    'TRIGGER:-PT15M',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `${lines.map(folded).join('\r\n')}\r\n`
}
