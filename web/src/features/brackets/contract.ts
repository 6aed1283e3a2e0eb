import { client } from '@/api/generated/client.gen'
import type { BracketMatch, BracketPart, MatchGame, MatchSide } from '@/api/generated'
import { answerOf } from '@/api/problem'

export type {
  Bracket,
  BracketEntrant,
  BracketGroup,
  BracketLive,
  BracketMatch,
  BracketPart,
  BracketSlot,
  BracketStage,
  GroupLine,
  MatchGame,
  MatchSide,
  SurvivorGroup,
  SurvivorLine,
  SurvivorMap,
  SurvivorMapResult as SurvivorResult,
} from '@/api/generated'

// What the calls of brackets take and answer, until the generated client has them.

export interface MatchShort {
  id: number
  stage: number
  part: BracketPart
  group?: number | null
  round: number
  number: number
  label?: string | null
  home?: string | null
  away?: string | null
  homeScore?: number | null
  awayScore?: number | null
}

export interface MatchDecided {
  bracketVersion: number
  match: BracketMatch
  changed: BracketMatch[]
}

export interface MatchFalls {
  falls: MatchShort[]
  laterStages: number[]
  changed: number
}

export type MatchScore = ({ games: MatchGame[] } | { walkover: MatchSide } | { doubleForfeit: true }) & {
  version: number
  reason?: string
  cascade?: true
}

const post = <Answer>(url: string, body: unknown): Promise<Answer> =>
  answerOf(client.post<{ 200: Answer }, unknown>({ url, body, headers: { 'Content-Type': 'application/json' } }))

export const submitScore = (matchId: number, body: MatchScore) => post<MatchDecided>(`/api/tournament/submit-match-score/${matchId}`, body)

export const previewReset = (matchId: number) => post<MatchFalls>(`/api/tournament/reset-match-score/${matchId}`, { dryRun: true })

export const resetScore = (matchId: number, body: { cascade?: true; reason: string; version: number }) =>
  post<MatchDecided>(`/api/tournament/reset-match-score/${matchId}`, body)

interface Disqualified {
  contestantId: number
  scope: 'match' | 'tournament'
  reason: string
}

export const previewDisqualify = (matchId: number, body: Disqualified) =>
  post<MatchFalls>(`/api/tournament/disqualify/${matchId}`, { ...body, dryRun: true })

export const disqualify = (matchId: number, body: Disqualified) => post<MatchDecided>(`/api/tournament/disqualify/${matchId}`, body)
