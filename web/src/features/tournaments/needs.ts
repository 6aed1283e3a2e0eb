import type { TournamentNeeds } from '@/api/generated'

/** What is to be done with brackets and messages, in the order in which it comes; it is done in these parts of the desk. */
export const BRACKET_NEEDS = {
  draw: 'draw',
  rule: 'competition',
  noShow: 'competition',
  overdue: 'competition',
  setTime: 'competition',
  groups: 'competition',
  advance: 'competition',
  finish: 'competition',
  reported: 'messages',
} as const

/** How many things wait for those who run a tournament. */
export const needsOf = (needs: TournamentNeeds | null | undefined): number =>
  Object.values(needs ?? {}).reduce((sum, count) => sum + count, 0)
