import { createStore } from 'zustand/vanilla'
import { type ApiCode, type ApiProblem, problemOf } from '@/api/problem'
import { refusalOf } from '@/api/refusal'
import type { Live } from '@/live'
import {
  FAR,
  from,
  gapOf,
  type KnownThread,
  lacks,
  newest,
  NOTHING,
  oldest,
  withHidden,
  withMessage,
  withMine,
  withMuted,
  withoutStray,
  withPage,
  withRead,
} from './known'
import { isTalk } from './rows'
import { changed, MOST_PENDING, nextOf, Outbox, type OutboxStore, type Pending, without } from './outbox'
import type { ReadMarks, ThreadMessage, MessageThread } from '@/api/generated'
import type { Outgoing, PageAsked } from './types'

const PAGE = 50
/** So many pages of what is shown are read again after a lost connection. */
const REREAD_PAGES = 10
/** So many pages are read to come to a message that is quoted. */
const REACHED_PAGES = 40
const FIRST_RETRY_MS = 1_000
const LAST_RETRY_MS = 30_000
const READ_MS = 1_000

export interface TalkState {
  known: KnownThread
  outbox: readonly Pending[]
  /** Why nothing can be shown. */
  problem: ApiProblem | undefined
  /** The request for earlier pages. */
  older: 'idle' | 'busy' | 'failed'
  live: Live | undefined
  /** So far the reader had read when they came; nothing before it is known. */
  unreadFrom: number | undefined
  /** Why nothing more is taken from those who play. */
  closed: Closed | undefined
}

export type Closed = 'over' | 'cancelled'

const CLOSED: Readonly<Partial<Record<ApiCode, Closed>>> = { tournament_over: 'over', tournament_cancelled: 'cancelled' }

export interface TalkPorts {
  read: (asked: PageAsked) => Promise<MessageThread>
  send: (message: Outgoing) => Promise<ThreadMessage>
  markRead: (threadId: number, seq: number) => Promise<unknown>
  outbox: OutboxStore
  /** The reader. */
  me: number | undefined
}

/** A thread in this browser: what is known of it, and what waits to be sent. */
export class Talk {
  readonly store = createStore<TalkState>()(() => ({
    known: NOTHING,
    outbox: [],
    problem: undefined,
    older: 'idle',
    live: undefined,
    unreadFrom: undefined,
    closed: undefined,
  }))
  readonly #ports: TalkPorts
  readonly #outbox: Outbox
  #reading: Promise<unknown> = Promise.resolve()
  #filling = false
  #rereading: Promise<void> | undefined
  #sending = false
  #sendsAgain = false
  #failures = 0
  #retry: ReturnType<typeof setTimeout> | undefined
  #readUpTo = 0
  /** So far the server has confirmed it. */
  #readSaid = 0
  #readAt = 0
  #readTimer: ReturnType<typeof setTimeout> | undefined
  #over = false

  constructor(ports: TalkPorts) {
    this.#ports = ports
    this.#outbox = new Outbox(ports.outbox)
    void this.#syncOutbox()
  }

  /** Nothing goes out and nothing is taken in any more: somebody else is signed in. */
  end(): void {
    this.#over = true
    clearTimeout(this.#retry)
    clearTimeout(this.#readTimer)
  }

  /** Its page is closed. Whoever comes back begins again: more may have come, and what was closed may go on. */
  left(): void {
    this.store.setState({ unreadFrom: undefined, closed: undefined })
  }

  /** Reads the newest, and what is shown further up, again: events may have been missed. */
  reread(): Promise<void> {
    this.#rereading ??= this.#rereadAll().finally(() => {
      this.#rereading = undefined
    })
    return this.#rereading
  }

  async #rereadAll(): Promise<void> {
    const { known } = this.#state
    const [first, last] = [oldest(known), newest(known)]
    try {
      let page = await this.#read({ limit: PAGE })
      let lowest = page.items[0]?.seq ?? 1
      // Too much came meanwhile: what is shown stays, above a gap.
      if (last > 0 && lowest > last + 1) {
        const tail = lowest
        this.#know((now) => withoutStray(now, tail))
        page = await this.#read({ before: last + 1, limit: PAGE })
        lowest = page.items[0]?.seq ?? 1
      }
      const goal = last > 0 ? first : lowest
      for (let pages = 1; lowest > goal && page.more && pages < REREAD_PAGES; pages++) {
        // Each page begins where the one before it ends.
        // oxlint-disable-next-line no-await-in-loop
        page = await this.#read({ before: lowest, limit: PAGE })
        lowest = page.items[0]?.seq ?? lowest
      }
      if (last > 0) this.#know((now) => from(now, lowest))
      this.store.setState({ problem: undefined })
      if (this.#readUpTo > this.#readSaid) this.#sayReadSoon()
      void this.#fill()
    } catch (error) {
      this.#refused(error)
    }
    void this.flush()
  }

  /** The page before what is shown. */
  async older(): Promise<void> {
    const { known, older } = this.#state
    if (older === 'busy' || !known.more) return
    this.store.setState({ older: 'busy' })
    try {
      await this.#read({ before: oldest(known), limit: PAGE })
      this.store.setState({ older: 'idle' })
    } catch {
      this.store.setState({ older: 'failed' })
    }
  }

  /** Fills a gap by one page, from its beginning. */
  async fillGap(): Promise<void> {
    if (this.#filling || !gapOf(this.#state.known)) return
    this.#filling = true
    await this.#read({ after: newest(this.#state.known), limit: PAGE })
      .catch(() => undefined)
      .finally(() => (this.#filling = false))
    void this.#fill()
  }

  /** Reads into a gap as far as a message. */
  async #fillUpTo(seq: number): Promise<boolean> {
    for (let pages = 0; gapOf(this.#state.known) && newest(this.#state.known) < seq && pages < REACHED_PAGES; pages++) {
      const before = newest(this.#state.known)
      // Each page begins where the one before it ends.
      // oxlint-disable-next-line no-await-in-loop
      await this.#read({ after: before, limit: PAGE }).catch(() => undefined)
      if (newest(this.#state.known) <= before) return false
    }
    return true
  }

  /** Reads back, or into a gap, to a message. False: it is too far, or cannot be read now. */
  async reach(seq: number): Promise<boolean> {
    if (!gapOf(this.#state.known)?.tail.some((item) => item.seq === seq) && !(await this.#fillUpTo(seq))) return false
    for (let pages = 0; oldest(this.#state.known) > seq && pages < REACHED_PAGES; pages++) {
      const before = oldest(this.#state.known)
      // A page that is on its way first; then each begins where the one before it ends.
      // oxlint-disable-next-line no-await-in-loop
      await (this.#state.older === 'busy' ? this.#reading : this.older())
      if (this.#state.older === 'busy') continue
      if (oldest(this.#state.known) >= before) return false
    }
    return oldest(this.#state.known) <= seq
  }

  // Events.

  posted(message: ThreadMessage): void {
    this.#take(message)
    void this.#fill()
  }

  hid(threadId: number, seq: number, hidden: boolean): void {
    if (!this.#isThis(threadId)) return
    this.#know((known) => withHidden(known, seq, hidden))
    if (hidden) return
    // They came without what it says: itself, and what answers it.
    const lacking = this.#state.known.items.filter((item) =>
      item.seq === seq ? isTalk(item) && !item.text && item.pictures.length === 0 : item.replyTo?.seq === seq && !item.replyTo.text,
    )
    for (const item of lacking) void this.#read({ after: item.seq - 1, limit: 1 }).catch(() => undefined)
  }

  wasRead(threadId: number, read: ReadMarks): void {
    if (this.#isThis(threadId)) this.#know((known) => withRead(known, read))
  }

  muted(userId: number, muted: boolean): void {
    this.#know((known) => withMuted(known, userId, muted))
  }

  // Sending.

  /** False: too many wait already. */
  post(message: Outgoing): boolean {
    const { outbox } = this.#state
    if (outbox.length >= MOST_PENDING) return false
    this.#keep([...outbox, { ...message, at: Date.now(), state: 'waiting' }])
    void this.flush()
    return true
  }

  /** Sends refused messages again, after those that wait. */
  resend(clientId: string): void {
    const { outbox } = this.#state
    const entry = outbox.find((each) => each.clientId === clientId)
    if (entry?.state !== 'failed') return
    const { refusal: _, ...message } = entry
    this.#keep([...without(outbox, clientId), { ...message, state: 'waiting' }])
    void this.flush()
  }

  discard(clientId: string): void {
    const entry = this.#state.outbox.find((each) => each.clientId === clientId)
    if (entry?.state !== 'sending') this.#keep(without(this.#state.outbox, clientId))
  }

  /** Sends what waits, one after the other: the next when the one before it has its place. */
  async flush(): Promise<void> {
    if (this.#over) return
    this.#sendsAgain = this.#sending
    if (this.#sending) return
    clearTimeout(this.#retry)
    this.#sending = true
    await this.#outbox.alone(() => this.#sendAll()).finally(() => (this.#sending = false))
    // It was asked for when the last one had just gone.
    if (this.#sendsAgain) await this.flush()
  }

  async #sendAll(): Promise<void> {
    await this.#syncOutbox()
    for (let next = nextOf(this.#state.outbox); next && !this.#over; next = nextOf(this.#state.outbox)) {
      const wait = (next.until ?? 0) - Date.now()
      // Asked again before its time, the server would only refuse again.
      if (wait > 0) return void (this.#retry = setTimeout(() => void this.flush(), wait))
      // One after the other, so that they keep their order.
      // oxlint-disable-next-line no-await-in-loop
      if (!(await this.#sendOne(next))) return
    }
  }

  /** Drops messages that other tabs have sent, and takes over those that closed ones have left. */
  async #syncOutbox(): Promise<void> {
    const outbox = await this.#outbox.read(() => this.#state.outbox)
    if (!this.#over && outbox !== this.#state.outbox) this.store.setState({ outbox })
  }

  /** Whether the next may follow. */
  async #sendOne(entry: Pending): Promise<boolean> {
    const { clientId } = entry
    this.#keep(changed(this.#state.outbox, clientId, { state: 'sending', until: undefined }))
    try {
      const message = await this.#ports.send(entry)
      if (this.#over) return false
      this.#failures = 0
      this.#take(message, clientId)
      void this.#fill()
      return true
    } catch (error) {
      if (this.#over) return false
      const problem = problemOf(error)
      if (!isPassing(problem)) {
        const closed = CLOSED[problem.code]
        if (closed) this.store.setState({ closed })
        this.#keep(changed(this.#state.outbox, clientId, { state: 'failed', refusal: refusalOf(problem) }))
        return true
      }
      const until = problem.status === TOO_MANY && problem.retryAfter ? Date.now() + problem.retryAfter * 1_000 : undefined
      this.#keep(changed(this.#state.outbox, clientId, { state: 'waiting', until }))
      this.#tryLater(problem.retryAfter)
      return false
    }
  }

  #tryLater(seconds: number | undefined): void {
    const wait = seconds === undefined ? Math.min(FIRST_RETRY_MS * 2 ** this.#failures, LAST_RETRY_MS) : seconds * 1_000
    this.#failures += 1
    this.#retry = setTimeout(() => void this.flush(), wait)
  }

  /** Read up to here. At most one call a second says so. */
  read(seq: number): void {
    if (seq <= Math.max(this.#readUpTo, this.#state.known.mine)) return
    this.#readUpTo = seq
    this.#know((known) => withMine(known, seq))
    this.#sayReadSoon()
  }

  #sayReadSoon(): void {
    this.#readTimer ??= setTimeout(() => void this.#sayRead(), Math.max(0, this.#readAt + READ_MS - Date.now()))
  }

  async #sayRead(): Promise<void> {
    this.#readTimer = undefined
    const { threadId } = this.#state.known
    if (threadId === undefined || this.#over) return
    this.#readAt = Date.now()
    const seq = this.#readUpTo
    try {
      await this.#ports.markRead(threadId, seq)
      this.#readSaid = Math.max(this.#readSaid, seq)
    } catch {
      // It is said with the next, or when the connection is back.
    }
  }

  get #state(): TalkState {
    return this.store.getState()
  }

  #isThis(threadId: number): boolean {
    return this.#state.known.threadId === threadId
  }

  #know(change: (known: KnownThread) => KnownThread): void {
    if (!this.#over) this.store.setState(({ known }) => ({ known: change(known) }))
  }

  #keep(outbox: readonly Pending[]): void {
    const before = this.#state.outbox
    this.store.setState({ outbox })
    this.#outbox.keep(before, outbox)
  }

  /** A message that has its place; if it is one's own that waited, it waits no longer. */
  #take(message: ThreadMessage, clientId = message.userId === this.#ports.me ? message.clientId : undefined): void {
    const { known, outbox } = this.#state
    const next = { known: withMessage(known, message), outbox: without(outbox, clientId) }
    this.store.setState(next)
    this.#outbox.keep(outbox, next.outbox)
  }

  /** One page at a time, so that an older answer never comes after a newer one. */
  #read(asked: PageAsked): Promise<MessageThread> {
    const reading = this.#reading.then(async () => {
      const { tick } = this.#state.known
      const page = await this.#ports.read(asked)
      if (this.#over) return page
      const newest = asked.before === undefined && asked.after === undefined
      const place = newest ? await this.#placeBefore(page) : []
      if (this.#over) return page
      const unreadFrom = newest ? Math.max(page.mine, this.#readUpTo) : this.#state.unreadFrom
      this.#know((known) => {
        const there = place.reduce((now, [each, after]) => withPage(now, each, tick, after), known)
        return withPage(there, page, tick, asked.after)
      })
      this.store.setState({ live: page.live, unreadFrom })
      const mine = page.items.filter(({ userId, clientId }) => userId === this.#ports.me && clientId != null)
      const outbox = mine.reduce((left, { clientId }) => without(left, clientId), this.#state.outbox)
      if (outbox.length < this.#state.outbox.length) this.#keep(outbox)
      return page
    })
    this.#reading = reading.catch(() => undefined)
    return reading
  }

  /** The pages around the place to which the reader had come, where the newest page begins far behind it; with what each was asked after. */
  async #placeBefore({ mine, items }: MessageThread): Promise<ReadonlyArray<[MessageThread, number | undefined]>> {
    const lowest = items[0]?.seq ?? 1
    if (mine === 0 || lowest <= mine + 1 || this.#state.known.items.length > 0) return []
    const before = await this.#ports.read({ before: mine + 1, limit: PAGE })
    return [
      [before, undefined],
      [await this.#ports.read({ after: mine, limit: PAGE }), mine],
    ]
  }

  /** Asks for what lies between the messages that are known. */
  async #fill(): Promise<void> {
    if (this.#filling) return
    this.#filling = true
    try {
      while (lacks(this.#state.known) && !gapOf(this.#state.known) && !this.#over) {
        const { known } = this.#state
        const last = newest(known)
        const far = known.items.length > 0 && known.lastSeq - last > FAR
        // oxlint-disable-next-line no-await-in-loop
        await this.#read(far ? { limit: PAGE } : { after: last, limit: PAGE })
        if (newest(this.#state.known) <= last && !gapOf(this.#state.known)) return
      }
    } catch {
      // When the connection is back, all is read again.
    } finally {
      this.#filling = false
    }
  }

  #refused(error: unknown): void {
    const { known } = this.#state
    const problem = problemOf(error)
    // The shown messages stay, unless the reader may not see them any more.
    if (known.threadId === undefined || LOST_ACCESS.has(problem.status)) {
      this.store.setState({ problem, live: undefined })
    }
  }
}

/** The thread is no longer the reader's: not signed in to it, not in it, not in the tournament. */
const LOST_ACCESS: ReadonlySet<number> = new Set([403, 404, 409])
const TOO_MANY = 429
const UNAUTHORIZED = 401

/** It may work later as it is. */
function isPassing({ status }: ApiProblem): boolean {
  return status === 0 || status >= 500 || status === TOO_MANY || status === UNAUTHORIZED
}
