import type { MessagePicture, MessagesOfMatchData } from '@/api/generated'

export type PageAsked = NonNullable<MessagesOfMatchData['query']>

/** Reference to a thread, to find it again after its page is closed. */
export type ThreadRef = { type: 'match'; matchId: number } | { type: 'entrant'; tournamentId: number; contestantId: number; staff: boolean }

/** A message as its writer entered it. */
export interface Outgoing {
  clientId: string
  text: string
  pictures: readonly MessagePicture[]
  replyTo?: { seq: number; name: string; text: string }
}
