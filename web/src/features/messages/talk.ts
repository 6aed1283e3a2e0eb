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
/** Pages that are fetched again after a lost connection. */
const REREAD_PAGES = 10
/** Most pages that are fetched to reach a quoted message. */
const REACHED_PAGES = 40
const FIRST_RETRY_MS = 1_000
const LAST_RETRY_MS = 30_000
const READ_MS = 1_000

export interface TalkState {
  known: KnownThread
  outbox: readonly Pending[]
  /** Reason why nothing can be shown. */
  problem: ApiProblem | undefined
  /** The request for earlier pages. */
  older: 'idle' | 'busy' | 'failed'
  live: Live | undefined
  /** Last number that the reader had read on opening; undefined if unknown. */
  unreadFrom: number | undefined
  /** Reason why players can no longer write. */
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

/** A thread in this browser: its known messages, and those waiting to be sent. */
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
  /** Last number read that the server has confirmed. */
  #readSaid = 0
  #readAt = 0
  #readTimer: ReturnType<typeof setTimeout> | undefined
  #over = false

  constructor(ports: TalkPorts) {
    this.#ports = ports
    this.#outbox = new Outbox(ports.outbox)
    void this.#syncOutbox()
  }

  /** Stops sending and receiving: another user is signed in. */
  end(): void {
    this.#over = true
    clearTimeout(this.#retry)
    clearTimeout(this.#readTimer)
  }

  /** Notes that its page is closed. Reopening starts again: there may be new messages, and a closed thread may be open again. */
  left(): void {
    this.store.setState({ unreadFrom: undefined, closed: undefined })
  }

  /** Fetches the newest messages and the shown earlier ones again: events may have been missed. */
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
      // Too many messages came in the meantime: the shown ones stay, above a gap.
      if (last > 0 && lowest > last + 1) {
        const tail = lowest
        this.#know((now) => withoutStray(now, tail))
        page = await this.#read({ before: last + 1, limit: PAGE })
        lowest = page.items[0]?.seq ?? 1
      }
      const goal = last > 0 ? first : lowest
      for (let pages = 1; lowest > goal && page.more && pages < REREAD_PAGES; pages++) {
        // Each page begins where the previous one ends.
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

  /** Fetches the page before the shown messages. */
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

  /** Fills a gap as far as a message. */
  async #fillUpTo(seq: number): Promise<boolean> {
    for (let pages = 0; gapOf(this.#state.known) && newest(this.#state.known) < seq && pages < REACHED_PAGES; pages++) {
      const before = newest(this.#state.known)
      // Each page begins where the previous one ends.
      // oxlint-disable-next-line no-await-in-loop
      await this.#read({ after: before, limit: PAGE }).catch(() => undefined)
      if (newest(this.#state.known) <= before) return false
    }
    return true
  }

  /** Fetches back, or into a gap, to a message. Returns false if it is too far, or cannot be fetched now. */
  async reach(seq: number): Promise<boolean> {
    if (!gapOf(this.#state.known)?.tail.some((item) => item.seq === seq) && !(await this.#fillUpTo(seq))) return false
    for (let pages = 0; oldest(this.#state.known) > seq && pages < REACHED_PAGES; pages++) {
      const before = oldest(this.#state.known)
      // First a page in progress; then each begins where the previous one ends.
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
    // These messages arrived without their content: the message itself, and the answers that quote it.
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

  /** Returns false if too many wait already. */
  post(message: Outgoing): boolean {
    const { outbox } = this.#state
    if (outbox.length >= MOST_PENDING) return false
    this.#keep([...outbox, { ...message, at: Date.now(), state: 'waiting' }])
    void this.flush()
    return true
  }

  /** Sends refused messages again, after the waiting ones. */
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

  /** Sends waiting messages one after the other, each once the previous one has its number. */
  async flush(): Promise<void> {
    if (this.#over) return
    this.#sendsAgain = this.#sending
    if (this.#sending) return
    clearTimeout(this.#retry)
    this.#sending = true
    await this.#outbox.alone(() => this.#sendAll()).finally(() => (this.#sending = false))
    // Another send was requested when the last message had just gone.
    if (this.#sendsAgain) await this.flush()
  }

  async #sendAll(): Promise<void> {
    await this.#syncOutbox()
    for (let next = nextOf(this.#state.outbox); next && !this.#over; next = nextOf(this.#state.outbox)) {
      const wait = (next.until ?? 0) - Date.now()
      // Before that time the server would only refuse again.
      if (wait > 0) return void (this.#retry = setTimeout(() => void this.flush(), wait))
      // One after the other, so that they keep their order.
      // oxlint-disable-next-line no-await-in-loop
      if (!(await this.#sendOne(next))) return
    }
  }

  /** Drops messages that other tabs have sent, and takes over those that closed tabs have left. */
  async #syncOutbox(): Promise<void> {
    const outbox = await this.#outbox.read(() => this.#state.outbox)
    if (!this.#over && outbox !== this.#state.outbox) this.store.setState({ outbox })
  }

  /** Returns whether the next may follow. */
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

  /** Notes how far the user has read. The server is told at most once a second. */
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
      // It is reported with the next one, or when the connection is back.
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

  /** Takes a message with its number; a pending one of the user is then done. */
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

  /** Fetches the pages around the reader's last position, if the newest page begins far behind it; with the tick of each request. */
  async #placeBefore({ mine, items }: MessageThread): Promise<ReadonlyArray<[MessageThread, number | undefined]>> {
    const lowest = items[0]?.seq ?? 1
    if (mine === 0 || lowest <= mine + 1 || this.#state.known.items.length > 0) return []
    const before = await this.#ports.read({ before: mine + 1, limit: PAGE })
    return [
      [before, undefined],
      [await this.#ports.read({ after: mine, limit: PAGE }), mine],
    ]
  }

  /** Fetches the messages missing between the known ones. */
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
      // Once the connection is back, all is fetched again.
    } finally {
      this.#filling = false
    }
  }

  #refused(error: unknown): void {
    const { known } = this.#state
    const problem = problemOf(error)
    // The shown messages stay, unless the reader has lost access to them.
    if (known.threadId === undefined || LOST_ACCESS.has(problem.status)) {
      this.store.setState({ problem, live: undefined })
    }
  }
}

/** Statuses that mean the reader lost the thread: not signed in, not a member, not in the tournament. */
const LOST_ACCESS: ReadonlySet<number> = new Set([403, 404, 409])
const TOO_MANY = 429
const UNAUTHORIZED = 401

/** Whether the same call may work later. */
function isPassing({ status }: ApiProblem): boolean {
  return status === 0 || status >= 500 || status === TOO_MANY || status === UNAUTHORIZED
}
