import { client } from '@/api/generated/client.gen'
import { answerOf } from '@/api/problem'
import type { Bracket, SurvivorGroup } from '../contract'
import type { Sent } from './entry'

// What those who run a tournament do with a stage, until the generated client has these calls.

const post = <Answer>(url: string, body: unknown): Promise<Answer> =>
  answerOf(client.post<{ 200: Answer }, unknown>({ url: `/api/${url}`, body, headers: { 'Content-Type': 'application/json' } }))

interface MapSent {
  map: number
  results: Sent[]
  draft?: true
  reason?: string
  /** Of the map as it was read; 0 of one that nobody sent */
  version: number
}

export const submitMap = (matchId: number, body: MapSent) =>
  post<{ bracketVersion: number; group: SurvivorGroup }>(`bracket/submit-result-survival-match/${matchId}`, body)

export const closeGroup = (matchId: number, body: { resolve?: 'match' | 'lot'; dryRun?: true }) =>
  post<Bracket>(`bracket/submit-group-result/${matchId}`, body)

export const goToNextStage = (id: number, stage: number) =>
  post<unknown>(`tournament/multiple-stage/update/qualifiers/${id}`, { goToNextStage: true, stage })

interface Prize {
  place: number
  baht?: number | null
  text?: string | null
}

export const submitPrizes = (id: number, prizes: readonly Prize[]) => post<unknown>(`bracket/submit-prize/${id}`, { prizes })

export interface Winner {
  place: number
  contestantId: number
  paid?: boolean
}

export const submitWinners = (id: number, winners: readonly Winner[]) => post<unknown>(`bracket/submit-final-prize/${id}`, { winners })

export const finish = (id: number) => post<unknown>('tournament/submit-to-ranking', { id })
