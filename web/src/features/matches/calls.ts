import {
  matchAcceptTime,
  matchContestNoShow,
  matchDeclineTime,
  matchEditRoundTimes,
  matchEditTime,
  type MatchGame,
  matchGetCalendarFile,
  matchProposeTime,
  matchReplaceTime,
  type MatchRoom,
  type MatchScoreSent,
  matchSubmitScore,
  matchWithdrawTime,
} from '@/api/generated'
import { answerOf } from '@/api/problem'

// Calls of a match room. Each returns the room as it is afterwards.

const timeOf = (at: string, note: string) => ({ at, ...(note && { note }) })

export const proposeTime = (matchId: number, at: string, note: string) =>
  answerOf(matchProposeTime({ path: { match_id: matchId }, body: timeOf(at, note) }))

/** Counters the other side's proposal, or replaces the side's own. */
export const replaceProposal = (proposalId: number, at: string, note: string) =>
  answerOf(matchReplaceTime({ path: { appointment_id: proposalId }, body: timeOf(at, note) }))

export const acceptTime = (id: number) => answerOf(matchAcceptTime({ path: { id } }))
export const declineTime = (id: number) => answerOf(matchDeclineTime({ path: { id } }))
export const withdrawTime = (id: number) => answerOf(matchWithdrawTime({ path: { id } }))

// Returns the room to a side, and the changes of the bracket to staff.
const submit = (matchId: number, body: MatchScoreSent) =>
  answerOf(matchSubmitScore({ path: { match_id: matchId }, body })) as Promise<MatchRoom>

export const sendReport = (matchId: number, body: { games: MatchGame[]; proofs: string[]; version: number }) => submit(matchId, body)

export const reportNoShow = (matchId: number, version: number) => submit(matchId, { noShow: true, version })

/** Contests the other side's report: this side did come, or the result differs. */
export const contestReport = (matchId: number) => answerOf(matchContestNoShow({ path: { matchId } }))

/** A new time, or a shift by so many minutes. */
export type TimeChange = { at: string } | { shiftMinutes: number }

export const editMatchTime = (matchId: number, change: TimeChange & { reason: string; version: number }) =>
  answerOf(matchEditTime({ path: { match_id: matchId }, body: change }))

export const editRoundTime = (
  { tournament, stage, part, round }: Pick<MatchRoom, 'tournament' | 'stage' | 'part' | 'round'>,
  change: TimeChange & { reason: string; dryRun?: boolean; version?: string },
) => answerOf(matchEditRoundTimes({ path: { id: tournament.id, round }, body: { stage, part, ...change } }))

export const calendarFile = async (matchId: number): Promise<Blob> =>
  new Blob([await answerOf(matchGetCalendarFile({ path: { matchId }, parseAs: 'text' }))], { type: 'text/calendar' })
