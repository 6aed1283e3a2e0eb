import type { Live, TournamentFormat, TournamentStageSettings } from '@/api/generated'
import { client } from '@/api/generated/client.gen'
import { answerOf } from '@/api/problem'

// What the calls of brackets take and answer, until the generated client has them.

export type StageState = 'none' | 'draft' | 'submitted' | 'published' | 'decided'

export interface BracketStage {
  stage: number
  name?: string | null
  format: TournamentFormat
  state: StageState
  entrants: number
  matches: number
  decided: number
}

export interface DrawPin {
  contestantId: number
  seed: number
}

export interface BracketDraw {
  state: 'draft' | 'submitted' | 'published'
  method: 'random' | 'seeded'
  /** A 64-bit number in decimal */
  seed: string
  base: number[]
  pins: DrawPin[]
  apart: boolean
  moves: Array<[number, number]>
  swaps: Array<[number, number]>
  /** One section of lines of a bracket, or a section for each group */
  arrangement: Array<Array<number | null>>
  version: number
  generatedAt: string
  publishedAt?: string | null
  conflicts?: Array<[number, number]>
}

export interface BracketEntrant {
  contestantId: number
  teamId?: number | null
  name: string
  shortName: string
  logo?: string | null
  /** From 1 */
  seed: number
  organization?: { id: number; name: { th: string; en: string } } | null
  /** `A1`: where it qualified */
  origin?: string | null
  out?: boolean | null
  rank?: number | null
}

export type MatchPart = 'main' | 'losers' | 'final' | 'third' | 'group'
export type MatchState =
  | 'locked'
  | 'waiting'
  | 'ready'
  | 'scheduled'
  | 'playing'
  | 'submitted'
  | 'disputed'
  | 'decided'
  | 'bye'
  | 'void'
  | 'cancelled'

/** The source stays beside the entrant once that is known. */
export interface MatchSlot {
  contestantId?: number | null
  winnerOf?: number | null
  loserOf?: number | null
  bye?: boolean | null
}

export interface MatchGame {
  home: number
  away: number
}

export type Side = 'home' | 'away'

export interface BracketMatch {
  id: number
  part: MatchPart
  group?: number | null
  round: number
  number: number
  /** Running number of the matches that are played */
  label?: string | null
  home: MatchSlot
  away: MatchSlot
  bestOf: number
  extra?: boolean | null
  state: MatchState
  outcome?: 'played' | 'walkover' | 'double_forfeit' | null
  forfeited?: boolean | null
  homeScore?: number | null
  awayScore?: number | null
  games?: MatchGame[] | null
  winner?: Side | null
  scheduledAt?: string | null
  decidedAt?: string | null
  version: number
}

export interface GroupLine {
  contestantId: number
  rank: number
  points: number
  played: number
  won: number
  drawn: number
  lost: number
  forfeited: number
  gamesWon: number
  gamesLost: number
  decidedBy?: string | null
}

export interface BracketGroup {
  group: number
  entrants: number[]
  rests: Array<{ round: number; contestantId: number }>
  lines: GroupLine[]
  winners?: number | null
  complete: boolean
  closed: boolean
  cutTie?: number[] | null
  lotSeed?: string | null
}

export interface SurvivorResult {
  contestantId: number
  place?: number | null
  kills: number
  shared?: boolean | null
  penalty?: number | null
  points: number
}

export interface SurvivorMap {
  map: number
  state: 'published' | 'draft'
  version: number
  at: string
  results: SurvivorResult[]
}

export interface SurvivorLine {
  contestantId: number
  rank: number
  total: number
  wins: number
  kills: number
  placePoints: number
  maps: number
  decidedBy?: string | null
  byMap: Array<number | null>
}

export interface SurvivorGroup {
  group: number
  heats: Array<{ matchId: number; heat: number; entrants: number[]; maps: SurvivorMap[] }>
  lines: SurvivorLine[]
  champion?: { contestantId: number; map: number } | null
  threshold?: number | null
  winners?: number | null
  complete: boolean
  closed: boolean
  cutTie?: number[] | null
  lotSeed?: string | null
}

export interface Bracket {
  tournamentId: number
  stage: number
  stages: BracketStage[]
  version: number
  at?: string | null
  live: Live
  settings: TournamentStageSettings
  draw?: BracketDraw | null
  /** In the order of seeds */
  entrants: BracketEntrant[]
  matches: BracketMatch[]
  groups: BracketGroup[]
  survivor: SurvivorGroup[]
  prizes: Array<{ place: number; baht?: number | null; text?: string | null }>
  winners: Array<{ place: number; contestantId: number; paid: boolean }>
  finished: boolean
}

/** `bracket.changed` */
export interface BracketLive {
  tournamentId: number
  stage: number
  version: number
  /** It carries everything that changed after this version */
  since: number
  matches: BracketMatch[]
  groups: BracketGroup[]
  survivor: SurvivorGroup[]
  ranks: Array<{ contestantId: number; rank?: number | null }>
  /** Matches of the stage that are decided */
  decided: number
}

export const bracketGetBracket = (body: { id: number; stage?: number; at?: string }): Promise<Bracket> =>
  answerOf(
    client.post<{ 200: Bracket }, unknown>({ url: '/api/bracket/get-bracket', body, headers: { 'Content-Type': 'application/json' } }),
  )
