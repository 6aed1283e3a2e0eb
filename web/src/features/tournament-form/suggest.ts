import type { Outcome } from './simulate'

const DAY_MS = 86_400_000
const BANGKOK_MS = 7 * 3_600_000

const dayOf = (at: number) => Math.floor((at + BANGKOK_MS) / DAY_MS)
const at = (day: number, hour: number, minute = 0) =>
  new Date(day * DAY_MS - BANGKOK_MS + (hour * 60 + minute) * 60_000).toISOString().replace('.000', '')
/** Sunday 0; the first of January 1970 was a Thursday. */
const weekday = (day: number) => (day + 4) % 7

/** Returns the last minute of the day of the last match; empty if unknown. */
export const lastMinute = ({ endsAt }: Outcome): string => (endsAt > 0 ? at(dayOf(endsAt), 23, 59) : '')

/** Suggests usual dates: opens tomorrow, two weeks to enter, the draw a day later, play from the Saturday after. */
export function suggestedDates(now: number, { days }: Outcome) {
  const opens = dayOf(now) + 1
  const closes = opens + 14
  const draw = closes + 1
  const start = draw + 2 + ((6 - weekday(draw + 2) + 7) % 7)
  // As many days as the simulator has, on weekends.
  const length = Math.max(1, days.length)
  const weekends = Math.floor((length - 1) / 2) * 7 + ((length - 1) % 2)
  return {
    registrationStartAt: at(opens, 12),
    registrationEndAt: at(closes, 23, 59),
    drawAt: at(draw, 18),
    startAt: at(start, 13),
    endAt: at(start + weekends, 23, 59),
  }
}
