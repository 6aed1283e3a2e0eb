import type { ContestantType, RoomSide } from '@/api/generated'
import type { EntrantKind } from '@/i18n/entrants'

/** Whether teams or single players enter a tournament. A form without a choice means teams, as most tournaments do. */
export const entrantKind = ({ contestantType }: { contestantType: ContestantType | '' }): EntrantKind =>
  contestantType === 'single' ? 'player' : 'team'

/** The same from the sides of a match, whose room does not say it: a single player has no team. */
export const kindOfSides = (sides: ReadonlyArray<Pick<RoomSide, 'teamId'> | null | undefined>): EntrantKind =>
  sides.some((side) => side && !side.teamId) ? 'player' : 'team'
