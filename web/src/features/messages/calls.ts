import {
  broadcastsList,
  broadcastsSend,
  type EntrantThread,
  type MessagePicture,
  messagesEntrantPicture,
  messagesHide,
  messagesMatchPicture,
  messagesMute,
  messagesOfEntrant,
  messagesOfMatch,
  messagesOfMyEntry,
  messagesRead,
  messagesReport,
  messagesSendToEntrant,
  messagesSendToMatch,
  messagesSendToStaff,
  messagesThreads,
  type MessageThread,
  type ReportReason,
  type ThreadMessage,
} from '@/api/generated'
import { answerOf } from '@/api/problem'
import type { Outgoing, PageAsked, ThreadRef } from './types'
import { keyOf } from './stored'
import { type Progress, uploadPicture } from './upload'

/** A thread's calls: each kind has its own addresses. */
export interface Source {
  /** Key of the thread in this browser. */
  key: string
  ref: ThreadRef
  read: (asked: PageAsked) => Promise<MessageThread>
  send: (message: Outgoing) => Promise<ThreadMessage>
  upload: (file: File, onProgress: Progress) => Promise<MessagePicture>
  picture: (id: string) => Promise<Blob>
  /** Called once the server knows how far the user has read. */
  wasRead?: (seq: number) => void
}

const sent = ({ clientId, text, pictures, replyTo }: Outgoing) => ({
  clientId,
  ...(text && { text }),
  ...(pictures.length > 0 && { pictures: pictures.map(({ id }) => id) }),
  ...(replyTo && { replyTo: replyTo.seq }),
})

/** A file is bytes, whatever the API's description calls its type. */
const fileOf = (call: Parameters<typeof answerOf>[0]) => answerOf(call) as Promise<Blob>

export function matchSource(matchId: number): Source {
  const ref: ThreadRef = { type: 'match', matchId }
  return {
    key: keyOf(ref),
    ref,
    read: (asked) => answerOf(messagesOfMatch({ path: { matchId }, query: asked })),
    send: (message) => answerOf(messagesSendToMatch({ path: { match_id: matchId }, body: sent(message) })),
    upload: (file, onProgress) => uploadPicture(`/api/tournament/upload-match-picture/${matchId}`, file, onProgress),
    picture: (id) => fileOf(messagesMatchPicture({ path: { matchId, pictureId: id }, parseAs: 'blob' })),
  }
}

/** The thread of an entrant and staff. */
export function entrantSource(tournamentId: number, contestantId: number, staff: boolean): Source {
  const ref: ThreadRef = { type: 'entrant', tournamentId, contestantId, staff }
  return {
    key: keyOf(ref),
    ref,
    read: (asked) =>
      answerOf(
        staff
          ? messagesOfEntrant({ path: { tournamentId, contestantId }, query: asked })
          : messagesOfMyEntry({ path: { tournamentId }, query: asked }),
      ),
    send: (message) =>
      answerOf(
        staff
          ? messagesSendToEntrant({ path: { id: contestantId }, body: sent(message) })
          : messagesSendToStaff({ path: { id: tournamentId }, body: sent(message) }),
      ),
    upload: (file, onProgress) => uploadPicture(`/api/tournament/upload-entrant-picture/${contestantId}`, file, onProgress),
    picture: (id) => fileOf(messagesEntrantPicture({ path: { contestantId, pictureId: id }, parseAs: 'blob' })),
  }
}

export const markRead = (threadId: number, seq: number) => answerOf(messagesRead({ body: { threadId, seq } }))

export const reportMessage = (messageId: number, reason: ReportReason, note: string) =>
  answerOf(messagesReport({ body: { messageId, reason, ...(note && { note }) } }))

export const hideMessage = (messageId: number, hidden: boolean) => answerOf(messagesHide({ body: { messageId, hidden } }))

export const mutePerson = (userId: number, muted: boolean) => answerOf(messagesMute({ body: { userId, muted } }))

export const sendBroadcast = (id: number, text: string, clientId: string) =>
  answerOf(broadcastsSend({ path: { id }, body: { text, clientId } }))

/** The announcements of a tournament. */
export const listBroadcasts = (id: number, page: number) => answerOf(broadcastsList({ path: { id }, query: { page } }))

const THREADS_PER_PAGE = 100

/** Lists threads, unread ones first, then the latest. Entrants without messages come last, and are not fetched. */
export async function listEntrantThreads(id: number): Promise<{ items: EntrantThread[] }> {
  const items = new Map<number, EntrantThread>()
  for (let page = 1; ; page++) {
    // Each page says whether another one follows.
    // oxlint-disable-next-line no-await-in-loop
    const answer = await answerOf(messagesThreads({ path: { id }, query: { page, perPage: THREADS_PER_PAGE } }))
    // An item that moved up in the meantime is in two pages.
    for (const line of answer.items) items.set(line.contestantId, items.get(line.contestantId) ?? line)
    if (page * THREADS_PER_PAGE >= answer.total || !answer.items.at(-1)?.last) return { items: [...items.values()] }
  }
}
