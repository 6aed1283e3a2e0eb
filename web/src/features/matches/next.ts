import { isUpcomingMatch, mayMoveMatch } from '@/api/state-sets.gen'
import type { MatchNow, MatchRoom, MatchSide, NextCode } from '@/api/generated'
import { decides, isStaff, otherSide } from './room'

const SIDES = [
  'wait_opponent',
  'propose_time',
  'answer_time',
  'wait_answer',
  'play',
  'report',
  'wait_report',
  'confirm',
  'contest',
  'wait_contest',
  'wait_ruling',
  'done',
  'cancelled',
] as const satisfies readonly NextCode[]
const STAFFS = ['none', 'set_time', 'rule', 'no_show', 'overdue', 'done', 'cancelled'] as const satisfies readonly NextCode[]

/** The code of the card: a side's own, that of staff, or for everyone else the state of the match. */
export type CardCode = `side.${(typeof SIDES)[number]}` | `staff.${(typeof STAFFS)[number]}` | `watch.${Watched}`

type Watched = 'waiting' | 'ahead' | 'timed' | 'playing' | 'submitted' | 'disputed' | 'done' | 'cancelled'

export interface NextCard {
  code: CardCode
  /** The step waits for the viewer, who may take it */
  mine: boolean
  until?: string
}

const SIDES_TURN: ReadonlySet<NextCode> = new Set<NextCode>(['propose_time', 'answer_time', 'report', 'confirm', 'contest'])
/** Codes that a promoter or co-promoter decides; an assistant only sees that they wait. */
const DECISIONS: ReadonlySet<NextCode> = new Set<NextCode>(['rule', 'no_show', 'overdue'])

/** Returns the next step from the viewer's point of view. */
export function nextCard(room: MatchRoom): NextCard {
  const { now, me } = room
  if (me.side) {
    const { code: asked, until } = now.next[me.side]
    const code = SIDES.find((known) => known === asked)
    if (code) return { code: `side.${code}`, mine: me.acts && SIDES_TURN.has(code), ...(until && { until }) }
  } else if (isStaff(room)) {
    const { code: asked, until } = now.next.staff
    const code = STAFFS.find((known) => known === asked) ?? 'none'
    return { code: `staff.${code}`, mine: code === 'set_time' || (DECISIONS.has(code) && decides(room)), ...(until && { until }) }
  }
  return { code: `watch.${watched(now)}`, mine: false, ...(now.state === 'scheduled' && now.scheduledAt && { until: now.scheduledAt }) }
}

/** Whether it waits for a decision of others than the viewer. */
export const waitsForPromoter = (room: MatchRoom): boolean => isStaff(room) && !decides(room) && DECISIONS.has(room.now.next.staff.code)

function watched({ state, scheduledAt }: MatchNow): Watched {
  switch (state) {
    case 'decided':
    case 'bye':
      return 'done'
    case 'cancelled':
    case 'void':
      return 'cancelled'
    case 'playing':
    case 'submitted':
    case 'disputed':
      return state
    case 'locked':
    case 'waiting':
      return 'waiting'
    default:
      return scheduledAt ? 'timed' : 'ahead'
  }
}

/** The outcome for the time if nobody acts; shown wherever a time is open. */
export type Otherwise =
  | { key: 'expires_default'; by: string; at: string }
  | { key: 'expires_then_default'; expires: string; by: string; at: string }
  | { key: 'expires_keeps'; expires: string; at: string }
  | { key: 'expires'; expires: string }
  | { key: 'default'; by: string; at: string }
  | { key: 'closes'; by: string }

export function otherwise({ state, proposal, scheduledAt, window }: MatchNow): Otherwise | undefined {
  if (!isUpcomingMatch(state)) return undefined
  const { settleBy, defaultAt, closesAt } = window
  const ahead = settleBy && defaultAt && !scheduledAt ? { by: settleBy, at: defaultAt } : undefined
  if (proposal) {
    const expires = proposal.expiresAt
    if (scheduledAt) return { key: 'expires_keeps', expires, at: scheduledAt }
    if (!ahead) return { key: 'expires', expires }
    return Date.parse(expires) === Date.parse(ahead.by)
      ? { key: 'expires_default', ...ahead }
      : { key: 'expires_then_default', expires, ...ahead }
  }
  if (scheduledAt) return undefined
  return ahead ? { key: 'default', ...ahead } : { key: 'closes', by: closesAt }
}

const MINUTE_MS = 60_000
const NO_SHOW_AFTER_MS = 15 * MINUTE_MS

/** Returns the time from which the other side may be reported absent. */
export const noShowFrom = ({ scheduledAt }: MatchNow): number | undefined =>
  scheduledAt ? Date.parse(scheduledAt) + NO_SHOW_AFTER_MS : undefined

/** Whether a side may propose a time, or counter the current one. */
export const mayPropose = ({ state, scheduledAt, homeId, awayId }: MatchNow, now: number): boolean =>
  (state === 'ready' || state === 'scheduled') && Boolean(homeId && awayId) && (!scheduledAt || Date.parse(scheduledAt) > now)

/** Whether a side may dispute the score that the other side reported. */
export const mayDispute = ({ state, reported, noShow }: MatchNow, side: MatchSide): boolean =>
  state === 'submitted' && reported[otherSide(side)] && !reported[side] && !noShow

/** Whether staff can still move a match: until a side has reported. */
export const mayMove = ({ state }: MatchNow): boolean => mayMoveMatch(state)

/** Whether a side may report its result now. */
export function mayReport(
  { state, scheduledAt, window, reported, noShow, homeId, awayId }: MatchNow,
  side: MatchSide,
  now: number,
): boolean {
  if (reported[side] || noShow || !homeId || !awayId) return false
  if (state === 'playing' || state === 'submitted') return true
  // A match without a time can be played from the start of its round.
  return (state === 'ready' || state === 'scheduled') && Date.parse(scheduledAt ?? window.opensAt) <= now
}
