import type { MatchBusy, MatchRoom, MatchSide } from '@/api/generated'
import { dayAfter, dayOf, formatTime, startOfDay } from '@/i18n/format'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const STEP_MS = 30 * MINUTE_MS
const DAY_STEPS = 48
/** Earliest start of a match from now. */
const NOTICE_MS = 10 * MINUTE_MS
const MOST_DAYS = 60
const FARTHEST_DAYS = 366

export interface Choice {
  at: number
  /** The side with another match at that time */
  busy?: { side: MatchSide; what?: string }
  /** Outside the round's window or the hours of play */
  outside?: true
}

export interface PickDay {
  /** `2026-11-28` */
  day: string
  choices: Choice[]
}

type Timed = Pick<MatchRoom, 'hours' | 'gameMinutes' | 'bestOf'> & { now: Pick<MatchRoom['now'], 'window'> }

/** Length of a match if all of its games are played. */
const lengthMs = ({ gameMinutes, bestOf }: Pick<MatchRoom, 'gameMinutes' | 'bestOf'>): number => gameMinutes * bestOf * MINUTE_MS

/** Returns every half hour at which the sides may begin, by day; clashing ones name the other match. Days without any are left out. */
export function daysOf(room: Timed, busy: readonly MatchBusy[], now: number): PickDay[] {
  const bounds = boundsOf(room, now)
  return daysFrom(bounds.first, bounds.last, (at) => isWithin(at, room, bounds)).map((day) => withBusy(day, room, busy))
}

/**
 * Returns every half hour of the next sixty days. Staff are bound neither by the round's window nor by the hours, but see which times lie
 * outside.
 */
export function allDaysOf(room: Timed, busy: readonly MatchBusy[], now: number): PickDay[] {
  const bounds = boundsOf(room, now)
  const outside = (choice: Choice): Choice => (isWithin(choice.at, room, bounds) ? choice : { ...choice, outside: true })
  return daysFrom(now + NOTICE_MS, dayAfter(now, MOST_DAYS), () => true)
    .map((day) => withBusy(day, room, busy))
    .map(({ day, choices }) => ({ day, choices: choices.map(outside) }))
}

/** Whether staff may set it: from ten minutes to a year ahead. */
export const isReachable = (at: number, now: number): boolean => at >= now + NOTICE_MS && at <= dayAfter(now, FARTHEST_DAYS)

interface Bounds {
  first: number
  last: number
}

const boundsOf = ({ now: { window } }: Timed, now: number): Bounds => ({
  first: Math.max(now + NOTICE_MS, Date.parse(window.opensAt)),
  last: Date.parse(window.closesAt),
})

/** Whether it lies in the round's window, and from start to end within the hours of play; a series longer than those only starts within them. */
function isWithin(at: number, room: Timed, { first, last }: Bounds): boolean {
  const { from, to } = room.hours
  const length = lengthMs(room)
  const start = startOfDay(dayOf(at)) ?? 0
  const [opens, closes] = [start + from * HOUR_MS, start + to * HOUR_MS]
  const anyEnd = (from === 0 && to === 24) || length > closes - opens
  return at >= first && at <= last && at >= opens && at < closes && (anyEnd || at + length <= closes)
}

/** Returns the half hours between the two, by day. */
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

/** Touching is fine: one match ends when the other begins. */
function choiceOf(at: number, length: number, busy: readonly MatchBusy[]): Choice {
  const clash = busy.find(({ from, to }) => at < Date.parse(to) && Date.parse(from) < at + length)
  return clash ? { at, busy: { side: clash.side, ...(clash.what && { what: clash.what }) } } : { at }
}

/** A typed time in Bangkok's time; each part may be missing. */
export interface Typed {
  day: string
  month: string
  year: string
  /** `19:15`, or as typed: `1915`, `19.15` */
  time: string
}

export function typedOf(at: number | undefined): Typed {
  const [year = '', month = '', day = ''] = at === undefined ? [] : dayOf(at).split('-')
  return { day, month, year, time: at === undefined ? '' : formatTime(at, false) }
}

/** Returns undefined if a part is missing, or the day does not exist. */
export function momentOf({ day, month, year, time }: Typed): number | undefined {
  const start = startOfDay(`${year}-${month}-${day}`)
  const [, hours, minutes] = /^([01]?\d|2[0-3])[:.]?([0-5]\d)$/.exec(time.trim()) ?? []
  return start === undefined || hours === undefined ? undefined : start + Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS
}

/** Returns the initial day: that of the given time, else the first day with a free time, preferably of the round. */
export function firstDay(days: readonly PickDay[], at?: number): string | undefined {
  const wanted = at === undefined ? undefined : days.find(({ day }) => day === dayOf(at))
  const free = days.filter(({ choices }) => choices.some(({ busy }) => !busy))
  const ofRound = free.find(({ choices }) => choices.some(({ busy, outside }) => !busy && !outside))
  return (wanted ?? ofRound ?? free[0] ?? days[0])?.day
}
