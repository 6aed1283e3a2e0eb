import type { Promotion } from './queries'

export type PromotionState = Promotion['state']
type Window = Pick<Promotion, 'state' | 'startsAt' | 'endsAt'>

/** Returns the state at a time in Unix milliseconds; until the clock is known, the server's. */
export function stateAt({ state, startsAt, endsAt }: Window, now: number | undefined): PromotionState {
  if (now === undefined) return state
  if (endsAt !== null && Date.parse(endsAt) <= now) return 'OVER'
  if (startsAt !== null && Date.parse(startsAt) > now) return 'UPCOMING'
  return 'RUNNING'
}

/** Returns the next change of the state in Unix milliseconds, if there is one. */
export function nextChange({ startsAt, endsAt }: Window, state: PromotionState): number | undefined {
  const at = state === 'UPCOMING' ? startsAt : state === 'RUNNING' ? endsAt : null
  return at === null ? undefined : Date.parse(at)
}

const ORDER: Readonly<Record<PromotionState, number>> = { RUNNING: 0, UPCOMING: 1, OVER: 2 }

/** Sorts promotions: those that run, those that will, those that are over. Articles stay as they are. */
export function runningFirst<Item extends { promotion: { state: PromotionState } | null }>(items: readonly Item[]): Item[] {
  const rank = ({ promotion }: Item) => (promotion ? ORDER[promotion.state] : 0)
  return items.toSorted((one, other) => rank(one) - rank(other))
}

export interface Supply {
  of: 'coupon' | 'sale'
  left: number
  total: number
}

type Limited = Pick<Promotion, 'couponLeft' | 'couponQuota'> & { flashSale: { remaining: number; quantity: number } | null }

/** Returns what is left of a promotion in limited numbers. */
export function supplyOf({ flashSale, couponLeft, couponQuota }: Limited): Supply | undefined {
  if (flashSale) return { of: 'sale', left: flashSale.remaining, total: flashSale.quantity }
  if (couponLeft === null || couponQuota === null) return undefined
  return { of: 'coupon', left: Math.max(0, couponLeft), total: couponQuota }
}

/** Returns the seconds as days and hours; undefined on the last day, which a clock counts down. */
export function daysAndHours(seconds: number): { days: number; hours: number } | undefined {
  if (seconds < 86_400) return undefined
  return { days: Math.floor(seconds / 86_400), hours: Math.floor((seconds % 86_400) / 3600) }
}

/** Returns the mean of a review's marks, with one decimal. */
export function overallMark(marks: readonly { mark: number }[]): string {
  const sum = marks.reduce((total, { mark }) => total + mark, 0)
  return marks.length === 0 ? '' : (Math.round((sum / marks.length) * 10) / 10).toFixed(1)
}
