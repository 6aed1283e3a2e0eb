import {
  bracketSubmitGroupResult,
  bracketSubmitMap,
  bracketSubmitPrizes,
  bracketSubmitWinners,
  type GroupClosing,
  registrationUpdateQualifiers,
  type SurvivorMapSent,
  type TournamentPrize,
  tournamentSubmitToRanking,
  type WinnerSent,
} from '@/api/generated'
import { answerOf } from '@/api/problem'

// Calls of staff about a stage.

export const submitMap = (matchId: number, body: SurvivorMapSent) => answerOf(bracketSubmitMap({ path: { match_id: matchId }, body }))

/** Closes the group of a match. */
export const closeGroup = (matchId: number, body: GroupClosing) => answerOf(bracketSubmitGroupResult({ path: { match_id: matchId }, body }))

export const goToNextStage = (id: number, stage: number) =>
  answerOf(registrationUpdateQualifiers({ path: { id }, body: { goToNextStage: true, stage } }))

export const submitPrizes = (id: number, prizes: TournamentPrize[], version: number) =>
  answerOf(bracketSubmitPrizes({ path: { id }, body: { prizes, version } }))

export const submitWinners = (id: number, winners: WinnerSent[], version: number) =>
  answerOf(bracketSubmitWinners({ path: { id }, body: { winners, version } }))

export const finish = (id: number) => answerOf(tournamentSubmitToRanking({ body: { id } }))
