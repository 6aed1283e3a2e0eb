import type { MatchBusy, MatchRoom, MatchSide } from '@/api/generated'
import { dayAfter, dayOf, formatTime, startOfDay } from '@/i18n/format'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const STEP_MS = 30 * MINUTE_MS
const DAY_STEPS = 48
/** A match begins at least so long from now. */
const NOTICE_MS = 10 * MINUTE_MS
const MOST_DAYS = 60
const FARTHEST_DAYS = 366

export interface Choice {
  at: number
  /** The side whose other match takes place then */
  busy?: { side: MatchSide; what?: string }
  /** Not of the round's window or the hours of play */
  outside?: true
}

export interface PickDay {
  /** `2026-11-28` */
  day: string
  choices: Choice[]
}

type Timed = Pick<MatchRoom, 'hours' | 'gameMinutes' | 'bestOf'> & { now: Pick<MatchRoom['now'], 'window'> }

/** How long a match takes if all of its games are played. */
const lengthMs = ({ gameMinutes, bestOf }: Pick<MatchRoom, 'gameMinutes' | 'bestOf'>): number => gameMinutes * bestOf * MINUTE_MS

/** Every half hour in which the sides may begin, day by day; those that clash say with whom. Days without any are left out. */
export function daysOf(room: Timed, busy: readonly MatchBusy[], now: number): PickDay[] {
  const bounds = boundsOf(room, now)
  return daysFrom(bounds.first, bounds.last, (at) => isWithin(at, room, bounds)).map((day) => withBusy(day, room, busy))
}

/** Every half hour of the next sixty days: staff are bound neither by the round's window nor by the hours, and see what lies outside. */
export function allDaysOf(room: Timed, busy: readonly MatchBusy[], now: number): PickDay[] {
  const bounds = boundsOf(room, now)
  const outside = (choice: Choice): Choice => (isWithin(choice.at, room, bounds) ? choice : { ...choice, outside: true })
  return daysFrom(now + NOTICE_MS, dayAfter(now, MOST_DAYS), () => true)
    .map((day) => withBusy(day, room, busy))
    .map(({ day, choices }) => ({ day, choices: choices.map(outside) }))
}

/** Whether staff may set it: from ten minutes on, for a year. */
export const isReachable = (at: number, now: number): boolean => at >= now + NOTICE_MS && at <= dayAfter(now, FARTHEST_DAYS)

interface Bounds {
  first: number
  last: number
}

const boundsOf = ({ now: { window } }: Timed, now: number): Bounds => ({
  first: Math.max(now + NOTICE_MS, Date.parse(window.opensAt)),
  last: Date.parse(window.closesAt),
})

/** In the round's window, and in the hours of play from its beginning to its end; a series that is longer than they are begins in them. */
function isWithin(at: number, room: Timed, { first, last }: Bounds): boolean {
  const { from, to } = room.hours
  const length = lengthMs(room)
  const start = startOfDay(dayOf(at)) ?? 0
  const [opens, closes] = [start + from * HOUR_MS, start + to * HOUR_MS]
  const anyEnd = (from === 0 && to === 24) || length > closes - opens
  return at >= first && at <= last && at >= opens && at < closes && (anyEnd || at + length <= closes)
}

/** Half hours between the two, day by day. */
function daysFrom(first: number, last: number, fits: (at: number) => boolean): PickDay[] {
  const days: PickDay[] = []
  let start = startOfDay(dayOf(first))
  for (let count = 0; start !== undefined && start <= last && count <= MOST_DAYS; count++, start = dayAfter(start, 1)) {
    const midnight = start
    const starts = Array.from({ length: DAY_STEPS }, (_, index) => midnight + index * STEP_MS)
    const choices = starts.filter((at) => at >= first && at <= last && fits(at)).map((at) => ({ at }))
    if (choices.length > 0) days.push({ day: dayOf(start), choices })
  }
  return days
}

const withBusy = ({ day, choices }: PickDay, room: Timed, busy: readonly MatchBusy[]): PickDay => ({
  day,
  choices: choices.map(({ at }) => choiceOf(at, lengthMs(room), busy)),
})

/** Touching is fine: the one ends when the other begins. */
function choiceOf(at: number, length: number, busy: readonly MatchBusy[]): Choice {
  const clash = busy.find(({ from, to }) => at < Date.parse(to) && Date.parse(from) < at + length)
  return clash ? { at, busy: { side: clash.side, ...(clash.what && { what: clash.what }) } } : { at }
}

/** A time as it is typed, by Bangkok's clock; each part may be missing. */
export interface Typed {
  day: string
  month: string
  year: string
  /** `19:15`, or as it comes: `1915`, `19.15` */
  time: string
}

export function typedOf(at: number | undefined): Typed {
  const [year = '', month = '', day = ''] = at === undefined ? [] : dayOf(at).split('-')
  return { day, month, year, time: at === undefined ? '' : formatTime(at, false) }
}

/** Nothing while a part is missing, or where there is no such day. */
export function momentOf({ day, month, year, time }: Typed): number | undefined {
  const start = startOfDay(`${year}-${month}-${day}`)
  const [, hours, minutes] = /^([01]?\d|2[0-3])[:.]?([0-5]\d)$/.exec(time.trim()) ?? []
  return start === undefined || hours === undefined ? undefined : start + Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS
}

/** Where a picker opens: at the given time, else at the first day that has one free, of the round if there is. */
export function firstDay(days: readonly PickDay[], at?: number): string | undefined {
  const wanted = at === undefined ? undefined : days.find(({ day }) => day === dayOf(at))
  const free = days.filter(({ choices }) => choices.some(({ busy }) => !busy))
  const ofRound = free.find(({ choices }) => choices.some(({ busy, outside }) => !busy && !outside))
  return (wanted ?? ofRound ?? free[0] ?? days[0])?.day
}
