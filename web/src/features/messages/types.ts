import type { MessagePicture, MessagesOfMatchData } from '@/api/generated'

export type PageAsked = NonNullable<MessagesOfMatchData['query']>

/** What is sent: a message as its writer gave it. */
export interface Outgoing {
  clientId: string
  text: string
  pictures: readonly MessagePicture[]
  replyTo?: { seq: number; name: string; text: string }
}
