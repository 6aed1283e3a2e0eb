import type { Outgoing } from './types'

/** A message of the user that the server has not confirmed. */
export interface Pending extends Outgoing {
  at: number
  state: 'waiting' | 'sending' | 'failed'
  /** The server's refusal. */
  refusal?: string
  /** Too many were sent: time of the next try, by this device's clock. */
  until?: number | undefined
}

/** Limit of pending messages: a user who writes on without a connection is told so. */
export const MOST_PENDING = 50

/** Storage of one thread's pending messages, for all tabs of the browser. */
export interface OutboxStore {
  /** In the order of writing. */
  load: () => Promise<readonly Pending[]>
  /** Returns false if nothing can be stored, and the message lives as long as the page. */
  put: (entry: Pending) => Promise<boolean>
  remove: (clientId: string) => Promise<void>
  /** Runs `work` while no other tab sends for the thread. */
  alone: (work: () => Promise<void>) => Promise<void>
}

export const without = (outbox: readonly Pending[], clientId: string | null | undefined): readonly Pending[] =>
  clientId == null ? outbox : outbox.filter((entry) => entry.clientId !== clientId)

export const changed = (outbox: readonly Pending[], clientId: string, change: Partial<Pending>): readonly Pending[] =>
  outbox.map((entry) => (entry.clientId === clientId ? { ...entry, ...change } : entry))

/** Returns the next message to send: they go one after the other, and a refused one does not hold up the rest. */
export const nextOf = (outbox: readonly Pending[]): Pending | undefined => outbox.find(({ state }) => state !== 'failed')

/** Counts the messages still to be sent. */
export const waitingOf = (outbox: readonly Pending[]): number => outbox.filter(({ state }) => state !== 'failed').length

/**
 * One thread's pending messages in this tab, kept in step with the browser's storage. Messages that another tab has sent or discarded disappear;
 * those that a closed tab left behind are taken over.
 */
export class Outbox {
  readonly #store: OutboxStore
  readonly #kept = new Set<string>()
  #storing: Promise<unknown> = Promise.resolve()

  constructor(store: OutboxStore) {
    this.#store = store
  }

  /** Stores the changes from `before` to `now`. A message being sent may have arrived: it is stored as a waiting one. */
  keep(before: readonly Pending[], now: readonly Pending[]): void {
    const put = now.filter((entry) => entry.state !== 'sending' && !before.includes(entry))
    const gone = before.filter(({ clientId }) => !now.some((entry) => entry.clientId === clientId))
    if (put.length + gone.length === 0) return
    this.#storing = this.#storing.then(async () => {
      for (const entry of put) {
        // In the order of writing.
        // oxlint-disable-next-line no-await-in-loop
        if (await this.#store.put(entry)) this.#kept.add(entry.clientId)
      }
      await Promise.all(gone.map(({ clientId }) => this.#store.remove(clientId)))
    })
  }

  /** Returns the stored messages, and those that only this tab holds. */
  async read(here: () => readonly Pending[]): Promise<readonly Pending[]> {
    await this.#storing
    const [before, kept] = [here(), new Set(this.#kept)]
    const stored = await this.#store.load()
    const own = here()
    // Changes made here in the meantime are newer than the stored ones.
    const others = stored.filter(({ clientId }) => ![...before, ...own].some((entry) => entry.clientId === clientId))
    for (const { clientId } of others) this.#kept.add(clientId)
    const left = own.filter(({ clientId }) => !kept.has(clientId) || stored.some((entry) => entry.clientId === clientId))
    const next = [...others, ...left].toSorted((one, other) => one.at - other.at)
    return next.length === own.length && next.every((entry, index) => entry === own[index]) ? own : next
  }

  alone(work: () => Promise<void>): Promise<void> {
    return this.#store.alone(work)
  }
}
