import { client } from '@/api/generated/client.gen'
import {
  bracketSubmitMap,
  bracketSubmitPrizes,
  bracketSubmitWinners,
  registrationUpdateQualifiers,
  type SurvivorMapSent,
  type TournamentPrize,
  tournamentSubmitToRanking,
  type WinnerSent,
} from '@/api/generated'
import { answerOf } from '@/api/problem'
import type { Bracket } from '../contract'

// What those who run a tournament do with a stage.

export const submitMap = (matchId: number, body: SurvivorMapSent) => answerOf(bracketSubmitMap({ path: { match_id: matchId }, body }))

/** Closes the group of a match; until the generated client has this call. */
export const closeGroup = (matchId: number, body: { resolve?: 'match' | 'lot' }): Promise<Bracket> =>
  answerOf(
    client.post<{ 200: Bracket }, unknown>({
      url: `/api/bracket/submit-group-result/${matchId}`,
      body,
      headers: { 'Content-Type': 'application/json' },
    }),
  )

export const goToNextStage = (id: number, stage: number) =>
  answerOf(registrationUpdateQualifiers({ path: { id }, body: { goToNextStage: true, stage } }))

export const submitPrizes = (id: number, prizes: TournamentPrize[]) => answerOf(bracketSubmitPrizes({ path: { id }, body: { prizes } }))

export const submitWinners = (id: number, winners: WinnerSent[]) => answerOf(bracketSubmitWinners({ path: { id }, body: { winners } }))

export const finish = (id: number) => answerOf(tournamentSubmitToRanking({ body: { id } }))
