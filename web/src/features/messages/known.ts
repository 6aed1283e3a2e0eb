import type { ReadMarks, ThreadMessage, MessageThread } from '@/api/generated'

/**
 * The known part of a thread. Messages are numbered without gaps, so that pages and events may come in any order and more than once: the same
 * facts give the same state.
 */
export interface KnownThread {
  threadId: number | undefined
  /** All messages from the first one requested to the last one without a gap, by rising number. */
  items: readonly ThreadMessage[]
  /** Messages that came ahead of others; shown once the gap is filled. */
  ahead: readonly ThreadMessage[]
  /** Number of the thread's newest message, as far as known. */
  lastSeq: number
  /** The server has earlier messages. */
  more: boolean
  read: ReadMarks
  mine: number
  muted: readonly number[]
  /** Changes by hide events, with the thread's own clock: a page requested earlier does not include them. */
  hidden: Readonly<Record<number, { hidden: boolean; tick: number }>>
  /** Counts events. */
  tick: number
}

export const NOTHING: KnownThread = {
  threadId: undefined,
  items: [],
  ahead: [],
  lastSeq: 0,
  more: false,
  read: {},
  mine: 0,
  muted: [],
  hidden: {},
  tick: 0,
}

/** Returns the number of the newest shown message. */
export const newest = ({ items }: KnownThread): number => items.at(-1)?.seq ?? 0
export const oldest = ({ items }: KnownThread): number => items[0]?.seq ?? 0

/** Whether messages are missing between those that are known. */
export const lacks = (known: KnownThread): boolean => known.threadId !== undefined && newest(known) < known.lastSeq

/** Most missing messages that are fetched at once, page by page. Beyond that, the newest are below a gap, which is filled as it is read. */
export const FAR = 300

/** Returns the newest messages, as far as they are contiguous below a gap. */
function tailOf({ ahead, lastSeq }: KnownThread): readonly ThreadMessage[] {
  const from = ahead.findLastIndex(({ seq }, index) => seq !== (ahead[index + 1]?.seq ?? lastSeq + 1) - 1)
  return ahead.slice(from + 1)
}

/** Returns the gap between the shown messages if it is too large to fetch at once. `count`: all messages since the gap began. */
export function gapOf(known: KnownThread): { count: number; tail: readonly ThreadMessage[] } | undefined {
  const last = newest(known)
  if (known.items.length === 0 || known.lastSeq - last <= FAR) return undefined
  const tail = tailOf(known)
  return tail.length > 0 ? { count: known.lastSeq - last, tail } : undefined
}

/** Drops messages ahead with a number below `seq`: their current state is unknown. */
export const withoutStray = (known: KnownThread, seq: number): KnownThread => ({
  ...known,
  ahead: known.ahead.filter((item) => item.seq >= seq),
})

/** Merges a page, as it was at `asked` (the tick then). */
export function withPage(known: KnownThread, page: MessageThread, asked: number, after?: number): KnownThread {
  const others = known.threadId !== undefined && known.threadId !== page.threadId
  const before = others ? NOTHING : known
  const told = { ...before, threadId: page.threadId, muted: page.muted, mine: Math.max(before.mine, page.mine) }
  const next = {
    ...told,
    read: later(before.read, page.read),
    lastSeq: Math.max(before.lastSeq, page.lastSeq, page.items.at(-1)?.seq ?? 0),
  }
  const items = page.items.map((item) => seenBy(before, item, asked))
  return joined(next, items, after === undefined ? page.more : undefined)
}

/** Merges a message from an event, or from the answer to sending it. */
export function withMessage(known: KnownThread, item: ThreadMessage): KnownThread {
  if (known.threadId !== undefined && known.threadId !== item.threadId) return known
  const next = { ...known, tick: known.tick + 1, lastSeq: Math.max(known.lastSeq, item.seq) }
  if (item.seq <= newest(known)) return next
  return drained({ ...next, ahead: merged(known.ahead, [seenBy(known, item, known.tick)]) })
}

export function withHidden(known: KnownThread, seq: number, hidden: boolean): KnownThread {
  const tick = known.tick + 1
  const change = (item: ThreadMessage) => {
    // Hiding also settles the reports about it.
    if (item.seq === seq) {
      return { ...item, hidden, ...(item.flagged && { flagged: item.flagged.map((flag) => ({ ...flag, waits: false })) }) }
    }
    return hidden ? unquoted(item, seq) : item
  }
  return {
    ...known,
    tick,
    hidden: { ...known.hidden, [seq]: { hidden, tick } },
    items: known.items.map(change),
    ahead: known.ahead.map(change),
  }
}

/** A hidden message is not quoted in an answer to it either. */
const unquoted = (item: ThreadMessage, seq: number): ThreadMessage =>
  item.replyTo?.seq === seq ? { ...item, replyTo: { ...item.replyTo, text: '' } } : item

export const withRead = (known: KnownThread, read: ReadMarks): KnownThread => ({ ...known, read: later(known.read, read) })

export const withMine = (known: KnownThread, seq: number): KnownThread => (seq > known.mine ? { ...known, mine: seq } : known)

export function withMuted(known: KnownThread, userId: number, muted: boolean): KnownThread {
  const others = known.muted.filter((id) => id !== userId)
  return { ...known, muted: muted ? [...others, userId] : others }
}

/** Drops messages older than `seq`: their current state is unknown. */
export function from(known: KnownThread, seq: number): KnownThread {
  return known.items.length === 0 || oldest(known) >= seq
    ? known
    : { ...known, items: known.items.filter((item) => item.seq >= seq), more: true }
}

function seenBy({ hidden }: KnownThread, item: ThreadMessage, asked: number): ThreadMessage {
  const told = hidden[item.seq]
  const seen = told && told.tick > asked ? { ...item, hidden: told.hidden } : item
  const quoted = item.replyTo && hidden[item.replyTo.seq]
  return item.replyTo && quoted?.hidden && quoted.tick > asked ? unquoted(seen, item.replyTo.seq) : seen
}

/** Merges a page's messages in order. Messages beyond a gap wait until it is filled. */
function joined(known: KnownThread, page: readonly ThreadMessage[], more: boolean | undefined): KnownThread {
  const [first, last] = [page[0]?.seq, page.at(-1)?.seq]
  // An empty page that was requested by its end is the beginning of the thread.
  if (first === undefined || last === undefined) return drained({ ...known, more: more ?? known.more })
  if (known.items.length > 0 && first > newest(known) + 1) {
    return { ...known, ahead: merged(known.ahead, page) }
  }
  if (known.items.length > 0 && last < oldest(known) - 1) return known
  const begins = known.items.length === 0 || first < oldest(known)
  return drained({
    ...known,
    items: merged(known.items, page),
    more: begins && more !== undefined ? more : begins ? first > 1 : known.more,
  })
}

function merged(one: readonly ThreadMessage[], other: readonly ThreadMessage[]): readonly ThreadMessage[] {
  const all = new Map([...one, ...other].map((item) => [item.seq, item]))
  return [...all.values()].toSorted((a, b) => a.seq - b.seq)
}

/** Takes contiguous messages from `ahead`. Before the first page there are none. */
function drained(known: KnownThread): KnownThread {
  if (known.threadId === undefined || known.ahead.length === 0) return known
  const ahead = known.ahead.toSorted((a, b) => a.seq - b.seq)
  const items = [...known.items]
  let last = newest(known)
  for (const item of ahead) {
    if (item.seq !== last + 1) continue
    items.push(item)
    last = item.seq
  }
  return { ...known, items, ahead: ahead.filter(({ seq }) => seq > last) }
}

function later(one: ReadMarks, other: ReadMarks): ReadMarks {
  const sides = ['home', 'away', 'staff', 'entrant'] as const
  return Object.fromEntries(
    sides.flatMap((side) => (one[side] == null && other[side] == null ? [] : [[side, Math.max(one[side] ?? 0, other[side] ?? 0)]])),
  )
}
