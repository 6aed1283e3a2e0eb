import { dayOf } from '@/i18n/format'
import type { Pending } from './outbox'
import type { ReadMarks, ThreadMessage } from '@/api/generated'

/** A row of the log, from top to bottom. */
export type Row =
  | { type: 'day'; key: string; at: string }
  | { type: 'unread'; key: string }
  | { type: 'gap'; key: string; count: number }
  | { type: 'message'; key: string; item: ThreadMessage; follows: boolean }
  | { type: 'pending'; key: string; entry: Pending }

/** Whether an item is a message, not a step of the match. */
export const isTalk = ({ kind }: Pick<ThreadMessage, 'kind'>): boolean => kind === 'text' || kind === 'broadcast'

/** Messages of one user within this time are grouped. */
const TOGETHER_MS = 5 * 60_000

/** `unread`: number of the first message that the reader had not read on opening. `gap`: messages missing before the newest. */
export function rowsOf(
  items: readonly ThreadMessage[],
  outbox: readonly Pending[],
  unread: number | undefined,
  gap?: { count: number; tail: readonly ThreadMessage[] },
): Row[] {
  const rows: Row[] = []
  let before: ThreadMessage | undefined
  for (const item of gap ? [...items, ...gap.tail] : items) {
    if (item === gap?.tail[0]) rows.push({ type: 'gap', key: 'gap', count: gap.count })
    const newDay = before === undefined || dayOf(item.at) !== dayOf(before.at)
    if (newDay) rows.push({ type: 'day', key: `day ${dayOf(item.at)} ${item.seq}`, at: item.at })
    if (item.seq === unread) rows.push({ type: 'unread', key: 'unread' })
    const follows = !newDay && item.seq !== unread && before !== undefined && together(before, item)
    rows.push({ type: 'message', key: keyOf(item), item, follows })
    before = item
  }
  for (const entry of outbox) rows.push({ type: 'pending', key: entry.clientId, entry })
  return rows
}

/** A sent message keeps its place in the page when it gets its number. */
const keyOf = ({ clientId, seq }: ThreadMessage): string => clientId ?? `seq ${seq}`

function together(one: ThreadMessage, other: ThreadMessage): boolean {
  return (
    one.kind === 'text' &&
    other.kind === 'text' &&
    one.userId != null &&
    one.userId === other.userId &&
    one.side === other.side &&
    Date.parse(other.at) - Date.parse(one.at) < TOGETHER_MS
  )
}

const BOTH = ['home', 'away'] as const
const ENTRANT = ['entrant'] as const
const OTHERS = { home: ['away'], away: ['home'], entrant: ['staff'] } as const

/** Whether the other side has read so far: for staff, both sides or one of them. */
export function readBy({ seq, side }: Pick<ThreadMessage, 'seq' | 'side'>, read: ReadMarks): 'all' | 'one' | 'none' {
  const others = side === 'staff' ? (read.entrant === undefined ? BOTH : ENTRANT) : side == null ? [] : OTHERS[side]
  const count = others.filter((other) => (read[other] ?? 0) >= seq).length
  return count > 0 && count === others.length ? 'all' : count > 0 ? 'one' : 'none'
}
