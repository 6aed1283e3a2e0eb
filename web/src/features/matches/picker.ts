import type { MatchBusy, MatchRoom, MatchSide } from '@/api/generated'
import { dayAfter, dayOf, startOfDay } from '@/i18n/format'

const MINUTE_MS = 60_000
const STEP_MS = 30 * MINUTE_MS
/** A match begins at least so long from now. */
const NOTICE_MS = 10 * MINUTE_MS
const MOST_DAYS = 60

export interface Choice {
  at: number
  /** Whose other match it is that stands in the way */
  busy?: { side: MatchSide; what?: string }
}

export interface PickDay {
  /** `2026-11-28` */
  day: string
  choices: Choice[]
}

type Timed = Pick<MatchRoom, 'hours' | 'gameMinutes' | 'bestOf'> & { now: Pick<MatchRoom['now'], 'window'> }

/** How long a match takes if all of its games are played. */
const lengthMs = ({ gameMinutes, bestOf }: Pick<MatchRoom, 'gameMinutes' | 'bestOf'>): number => gameMinutes * bestOf * MINUTE_MS

/** Every half hour in which a match may begin, day by day; those that clash say with whom. Days without any are left out. */
export function daysOf(room: Timed, busy: readonly MatchBusy[], now: number): PickDay[] {
  const first = Math.max(now + NOTICE_MS, Date.parse(room.now.window.opensAt))
  const last = Date.parse(room.now.window.closesAt)
  const days: PickDay[] = []
  let start = startOfDay(dayOf(first))
  for (let count = 0; start !== undefined && start <= last && count < MOST_DAYS; count++, start = dayAfter(start, 1)) {
    const choices = timesOf(start, room.hours)
      .filter((at) => at >= first && at <= last)
      .map((at) => choiceOf(at, lengthMs(room), busy))
    if (choices.length > 0) days.push({ day: dayOf(start), choices })
  }
  return days
}

function timesOf(start: number, { from, to }: MatchRoom['hours']): number[] {
  const [opens, closes] = [start + from * 60 * MINUTE_MS, start + to * 60 * MINUTE_MS]
  return Array.from({ length: Math.max(0, (closes - opens) / STEP_MS) }, (_, index) => opens + index * STEP_MS)
}

/** Touching is fine: the one ends when the other begins. */
function choiceOf(at: number, length: number, busy: readonly MatchBusy[]): Choice {
  const clash = busy.find(({ from, to }) => at < Date.parse(to) && Date.parse(from) < at + length)
  return clash ? { at, busy: { side: clash.side, ...(clash.what && { what: clash.what }) } } : { at }
}

/** Where a picker opens: at the given time, else at the first day that has one free. */
export function firstDay(days: readonly PickDay[], at?: number): string | undefined {
  const wanted = at === undefined ? undefined : days.find(({ day }) => day === dayOf(at))
  return (wanted ?? days.find(({ choices }) => choices.some(({ busy }) => !busy)) ?? days[0])?.day
}
