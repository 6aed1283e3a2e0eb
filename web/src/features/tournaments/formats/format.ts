import type { TournamentFormat, TournamentStageSettings } from '@/api/generated'

/** A stage as simulated. */
export interface SimulatedStage {
  format: TournamentFormat
  elimination: 'single' | 'double'
  thirdPlace: boolean
  /** Double elimination only: whether the final may be played twice */
  grandFinal: 'single' | 'reset'
  groups: number
  winnersPerGroup: number
  doubleRound: boolean
  /** Survivor only */
  maps: number
  /** Survivor groups larger than a lobby only */
  heats: 'split' | 'pairs'
  /** Number of qualifiers of a bracket that another stage follows, a power of two. 0: it is played to its end. */
  qualifiers: number
  /** Best of, by round from the first */
  series: readonly number[]
}

/** Limits of one sitting: the size of a lobby, and the number of games that fit into the hours of a day. */
interface Limits {
  /** Sides of one match: 2, or a lobby */
  sides: number
  games: number
}

/** Matches of a round; `left`: entrants still in at its start, of this half in double elimination. */
export interface PlayedRound {
  part: 'upper' | 'lower' | 'final' | 'third' | 'groups' | 'maps'
  left: number
  matches: number
  bestOf: number
}

/** A field of a stage in the form. */
export type Setting =
  | 'doubleRound'
  | 'elimination'
  | 'grandFinal'
  | 'groupCounting'
  | 'groups'
  | 'maps'
  | 'pointTable'
  | 'qualifiers'
  | 'series'
  | 'survivorCounting'
  | 'thirdPlace'
  | 'winnersPerGroup'

/** Everything that differs between formats. */
export interface FormatRules {
  /** View of a stage: a tree, tables or a board */
  view: 'bracket' | 'tables' | 'board'
  /** Whether entrants are divided into groups; otherwise they are lines of a bracket. */
  hasGroups: boolean
  /** Whether many sides meet at once, over several maps; otherwise two sides meet in a match. */
  hasHeats: boolean
  /** Returns its name among `tournaments:format` and `tournaments:stage`. */
  kind: (stage: Pick<TournamentStageSettings, 'elimination'>) => TournamentFormat | 'double'
  /** Its name among `tournaments:stage` where there are several groups, if that is another. */
  kindOfGroups?: 'groups'
  /** The fields of the form, in order; nested lists are grouped between lines. */
  settings: ReadonlyArray<Setting | readonly Setting[]>
  /** Lengths of a match on offer: best of */
  lengths: readonly number[]
  /** Returns how many lengths a stage asks for. */
  seriesCount: (stage: SimulatedStage, entrants: number) => number
  /** Returns the default length at an index of so many. */
  usualLength: (index: number, count: number) => number
  /** Returns how many qualify if so many enter. */
  goingOn: (stage: SimulatedStage) => number
  byes: (entrants: number) => number
  /** Returns the rounds in the order of play; each entry is played at the same time. `seriesOf` gives each round its length. */
  rounds: (
    stage: SimulatedStage,
    entrants: number,
    seriesOf: (stage: SimulatedStage) => readonly number[],
    limits: Limits,
  ) => PlayedRound[][]
}

/** Sizes of groups; they differ by one at most. */
export function groupSizes(entrants: number, groups: number): number[] {
  const count = Math.max(1, Math.min(groups, entrants))
  return Array.from({ length: count }, (_, index) => Math.floor(entrants / count) + (index < entrants % count ? 1 : 0))
}
