import { isRunningMatch, isUpcomingMatch } from '@/api/state-sets.gen'
import type { BracketMatch, BracketStage } from '@/api/generated'

/** The stage that is played: the first that is not decided, else the last one that was. */
export function currentStage(stages: readonly BracketStage[]): number | undefined {
  const open = stages.filter(({ state }) => state === 'published' || state === 'decided')
  return (open.find(({ state }) => state === 'published') ?? open.at(-1))?.stage
}

/** The matches that are played now, then the next: by time where one is set, else in the order of the draw. */
export function nextMatches(matches: readonly BracketMatch[], most: number): BracketMatch[] {
  const at = ({ scheduledAt }: BracketMatch) => (scheduledAt ? Date.parse(scheduledAt) : Number.MAX_SAFE_INTEGER)
  const live = matches.filter(({ state }) => isRunningMatch(state))
  const ready = matches.filter(({ state }) => isUpcomingMatch(state)).toSorted((one, other) => at(one) - at(other))
  return [...live, ...ready].slice(0, most)
}

/** The last results, the newest first. */
export function lastResults(matches: readonly BracketMatch[], most: number): BracketMatch[] {
  return matches
    .filter(({ state, decidedAt }) => state === 'decided' && decidedAt)
    .toSorted((one, other) => Date.parse(other.decidedAt ?? '') - Date.parse(one.decidedAt ?? ''))
    .slice(0, most)
}

/** For a stream: the match that was asked for and no other; unasked the one being played, else the next, else the last that was. */
export function shownMatch(matches: readonly BracketMatch[], asked: number | undefined): BracketMatch | undefined {
  if (asked !== undefined) return matches.find(({ id }) => id === asked)
  return nextMatches(matches, 1)[0] ?? lastResults(matches, 1)[0]
}
