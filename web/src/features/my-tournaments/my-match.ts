import { isSettledMatch } from '@/api/state-sets.gen'
import type { ListedMatch, NextCode } from '@/api/generated'

/** A match of the user's entry, and whether it waits for them. */
export interface MyMatch {
  match: ListedMatch
  /** The opponent, if known */
  opponent: string | undefined
  asked: boolean
  /** Deadline of the answer, or the start */
  at: string | undefined
}

/** Codes that ask a side to act, the most urgent first. */
const TURNS: readonly NextCode[] = ['contest', 'confirm', 'report', 'answer_time', 'propose_time']
/** States in order: in play, then with a time, then without. */
const STATES: ReadonlyArray<ListedMatch['state']> = ['playing', 'submitted', 'disputed', 'scheduled', 'ready', 'waiting', 'locked']
/** A match that begins within this time comes before answers that can wait. */
const SOON_MS = 3_600_000
const REPORTS = 3

/** Returns the most relevant match now; `asking`: those that wait for the user. */
export function myNextMatch(
  matches: readonly ListedMatch[],
  asking: readonly number[],
  entrantId: number,
  now: number,
): MyMatch | undefined {
  const starts = ({ scheduledAt }: ListedMatch) => (scheduledAt ? Date.parse(scheduledAt) : Number.POSITIVE_INFINITY)
  const rank = (match: ListedMatch): number => {
    const turn = asking.includes(match.id) && match.next ? TURNS.indexOf(match.next.code) : -1
    const state = STATES.indexOf(match.state)
    if (turn >= 0 && turn < REPORTS) return turn
    if (match.state === 'playing' || (match.state === 'scheduled' && starts(match) - now < SOON_MS)) return REPORTS
    return turn >= 0 ? 1 + turn : 10 + state
  }
  const [match] = matches
    .filter(({ state }) => !isSettledMatch(state))
    .toSorted((one, other) => rank(one) - rank(other) || (starts(one) < starts(other) ? -1 : starts(one) > starts(other) ? 1 : 0))
  if (!match) return undefined
  const { home, away, next, scheduledAt } = match
  const asked = asking.includes(match.id) && next != null && TURNS.includes(next.code)
  const at = (asked ? next.until : undefined) ?? scheduledAt
  return {
    match,
    opponent: (home?.contestantId === entrantId ? away : home)?.name,
    asked,
    at: at && Date.parse(at) > now ? at : undefined,
  }
}
