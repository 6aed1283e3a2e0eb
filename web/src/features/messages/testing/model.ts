import { ApiProblem } from '@/api/problem'
import type { ThreadMessage, MessageThread } from '@/api/generated'
import type { Outgoing, PageAsked } from '../types'

/** Numbers that look random and are the same each time. */
export function randomFrom(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761 + 1
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

export const THREAD = 7
const ME = 1

export function message(seq: number, given: Partial<ThreadMessage> = {}): ThreadMessage {
  return {
    id: 1_000 + seq,
    threadId: THREAD,
    seq,
    kind: 'text',
    side: 'away',
    userId: 2,
    name: 'Nine9',
    text: `message ${seq}`,
    pictures: [],
    at: new Date(Date.UTC(2026, 10, 28, 12, 0, seq)).toISOString(),
    hidden: false,
    ...given,
  }
}

/** A thread as the server keeps it. */
export class ServerModel {
  messages: ThreadMessage[] = []

  add(given: Partial<ThreadMessage> = {}): ThreadMessage {
    const added = message(this.messages.length + 1, given)
    this.messages.push(added)
    return added
  }

  /** Once under each client's name for it. */
  accept({ clientId, text }: Outgoing): ThreadMessage {
    return this.messages.find((each) => each.clientId === clientId) ?? this.add({ clientId, text, userId: ME, side: 'home', name: 'ploy' })
  }

  hide(seq: number, hidden: boolean): void {
    this.messages = this.messages.map((each) => (each.seq === seq ? { ...each, hidden } : each))
  }

  page({ before, after, limit = 50 }: PageAsked): MessageThread {
    const fits = this.messages.filter(({ seq }) => (before === undefined || seq < before) && (after === undefined || seq > after))
    const items = after === undefined ? fits.slice(-limit) : fits.slice(0, limit)
    return {
      threadId: THREAD,
      items,
      lastSeq: this.messages.length,
      more: fits.length > items.length,
      read: {},
      mine: 0,
      muted: [],
      live: { topic: 'match:1' },
    }
  }
}

export const offline = (): Promise<never> => Promise.reject(ApiProblem.offline())
export const refused = (message: string): Promise<never> =>
  Promise.reject(new ApiProblem(422, { code: 'fields_invalid', message: 'ข้อมูลบางช่องไม่ถูกต้อง', fieldMessages: { text: message } }))
