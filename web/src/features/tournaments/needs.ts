import type { TournamentNeeds } from '@/api/generated'

/** Tasks from brackets and messages in order, with the section of the desk that settles each. */
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

/** Counts the pending tasks of staff. */
export const needsOf = (needs: TournamentNeeds | null | undefined): number =>
  Object.values(needs ?? {}).reduce((sum, count) => sum + count, 0)
