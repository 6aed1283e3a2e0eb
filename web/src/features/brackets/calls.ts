import {
  bracketDisqualify,
  bracketResetScore,
  type Disqualification,
  type MatchDecided,
  type MatchFalls,
  type MatchReset,
  type MatchResetAnswer,
  type MatchScoreSent,
  matchSubmitScore,
} from '@/api/generated'
import { answerOf } from '@/api/problem'

// Decisions about a match. A dry run answers with the results that would be reset, every other call with the changes.

const NOTHING: MatchFalls = { falls: [], laterStages: [], changed: 0 }

const fallsOf = (answer: MatchResetAnswer): MatchFalls => ('falls' in answer ? answer : NOTHING)
const decidedOf = (answer: MatchResetAnswer): MatchDecided | undefined => ('match' in answer ? answer : undefined)

export const submitScore = (id: number, body: MatchScoreSent): Promise<MatchDecided> =>
  answerOf(matchSubmitScore({ path: { match_id: id }, body })) as Promise<MatchDecided>

const reset = (id: number, body: MatchReset) => answerOf(bracketResetScore({ path: { matchId: id }, body }))

export const previewReset = async (id: number) => fallsOf(await reset(id, { dryRun: true }))

export const resetScore = async (id: number, body: MatchReset) => decidedOf(await reset(id, body))

const out = (id: number, body: Disqualification) => answerOf(bracketDisqualify({ path: { matchId: id }, body }))

export const previewDisqualify = async (id: number, body: Disqualification) => fallsOf(await out(id, { ...body, dryRun: true }))

export const disqualify = async (id: number, body: Disqualification) => decidedOf(await out(id, body))
