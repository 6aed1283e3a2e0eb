import { isRunningMatch, isUpcomingMatch } from '@/api/state-sets.gen'
import type { BracketMatch, BracketStage } from '@/api/generated'

/** Returns the stage in play: the first undecided one, else the last one. */
export function currentStage(stages: readonly BracketStage[]): number | undefined {
  const open = stages.filter(({ state }) => state === 'published' || state === 'decided')
  return (open.find(({ state }) => state === 'published') ?? open.at(-1))?.stage
}

/** Returns the matches in play, then the next ones: by time if set, else in the order of the draw. */
export function nextMatches(matches: readonly BracketMatch[], most: number): BracketMatch[] {
  const at = ({ scheduledAt }: BracketMatch) => (scheduledAt ? Date.parse(scheduledAt) : Number.MAX_SAFE_INTEGER)
  const live = matches.filter(({ state }) => isRunningMatch(state))
  const ready = matches.filter(({ state }) => isUpcomingMatch(state)).toSorted((one, other) => at(one) - at(other))
  return [...live, ...ready].slice(0, most)
}

/** Returns the latest results, newest first. */
export function lastResults(matches: readonly BracketMatch[], most: number): BracketMatch[] {
  return matches
    .filter(({ state, decidedAt }) => state === 'decided' && decidedAt)
    .toSorted((one, other) => Date.parse(other.decidedAt ?? '') - Date.parse(one.decidedAt ?? ''))
    .slice(0, most)
}

/**
 * Returns the match for a stream: the requested one and no other; without a request the one in play, else the next, else the last one played.
 */
export function shownMatch(matches: readonly BracketMatch[], asked: number | undefined): BracketMatch | undefined {
  if (asked !== undefined) return matches.find(({ id }) => id === asked)
  return nextMatches(matches, 1)[0] ?? lastResults(matches, 1)[0]
}
