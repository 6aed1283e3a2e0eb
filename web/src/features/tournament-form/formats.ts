import type { TournamentFormat } from '@/api/generated'
import { groupMatches, MOST_MATCHES } from '@/features/tournaments/formats/round-robin'
import { NEW_STAGE, type StageValues } from './values'

/** The formats on offer; any other consists of stages made by hand. */
export const KINDS = ['single', 'double', 'groups', 'league', 'survivor'] as const
export type Kind = (typeof KINDS)[number]

interface GameShape {
  formats: readonly TournamentFormat[]
  sides: number
  pointTables: ReadonlyArray<{ code: string }>
}

const FORMAT_OF: Record<Kind, TournamentFormat> = {
  single: 'bracket',
  double: 'bracket',
  groups: 'round-robin',
  league: 'round-robin',
  survivor: 'survivor',
}

/** Whether the game can be played in that format. */
export const fits = (kind: Kind, game: GameShape | undefined): boolean => game === undefined || game.formats.includes(FORMAT_OF[kind])

/** Groups of about four, in a power of two, so that the knock-out has no byes. */
const usualGroups = (entrants: number): number => 2 ** Math.max(0, Math.round(Math.log2(Math.max(1, entrants / 4))))

/** One group, unless that would be too many matches. */
function leagueGroups(entrants: number): number {
  let groups = 1
  while (groupMatches({ groups, doubleRound: false }, entrants) > MOST_MATCHES) groups *= 2
  return groups
}

/** The initial stages of a kind. */
export function stagesOfKind(kind: Kind, entrants: number, game: GameShape | undefined): StageValues[] {
  const bracket: StageValues = { ...NEW_STAGE, format: 'bracket', thirdPlace: true }
  if (kind === 'single') return [bracket]
  if (kind === 'double') return [{ ...bracket, elimination: 'double', thirdPlace: false }]
  if (kind === 'league') return [{ ...NEW_STAGE, format: 'round-robin', groups: leagueGroups(entrants) }]
  if (kind === 'groups') return [{ ...NEW_STAGE, format: 'round-robin', groups: usualGroups(entrants || 16) }, bracket]
  const sides = Math.max(2, game?.sides ?? 12)
  const lobby: StageValues = { ...NEW_STAGE, format: 'survivor', pointTable: game?.pointTables[0]?.code ?? '' }
  if (entrants <= sides) return [lobby]
  const groups = Math.ceil(entrants / sides)
  return [
    { ...lobby, groups, maps: 3, winnersPerGroup: Math.max(1, Math.min(Math.floor(sides / groups), Math.floor(entrants / groups) - 1)) },
    lobby,
  ]
}

/** Returns the kind that the form's stages match; undefined for a custom arrangement. */
export function kindOf(stages: readonly StageValues[]): Kind | undefined {
  const formats = stages.map(({ format }) => format).join(' ')
  if (formats === 'bracket') return stages[0]?.elimination === 'double' ? 'double' : 'single'
  if (formats === 'round-robin bracket') return 'groups'
  if (formats === 'round-robin') return 'league'
  return /^survivor( survivor)?$/.test(formats) ? 'survivor' : undefined
}
