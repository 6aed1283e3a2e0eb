import type { Outgoing } from './types'

/** A message of one's own that the server has not confirmed. */
export interface Pending extends Outgoing {
  at: number
  state: 'waiting' | 'sending' | 'failed'
  /** Why the server does not take it. */
  refusal?: string
  /** Too many were sent: it goes out then, by this device's clock. */
  until?: number | undefined
}

/** More are not kept: who writes on without a connection is told. */
export const MOST_PENDING = 50

/** Where one thread's pending messages are kept, for all tabs of the browser. */
export interface OutboxStore {
  /** In the order of writing. */
  load: () => Promise<readonly Pending[]>
  /** False: nothing can be kept here, and the message lives as long as the page. */
  put: (entry: Pending) => Promise<boolean>
  remove: (clientId: string) => Promise<void>
  /** Runs `work` while no other tab sends for the thread. */
  alone: (work: () => Promise<void>) => Promise<void>
}

export const without = (outbox: readonly Pending[], clientId: string | null | undefined): readonly Pending[] =>
  clientId == null ? outbox : outbox.filter((entry) => entry.clientId !== clientId)

export const changed = (outbox: readonly Pending[], clientId: string, change: Partial<Pending>): readonly Pending[] =>
  outbox.map((entry) => (entry.clientId === clientId ? { ...entry, ...change } : entry))

/** The next that goes out: they go one after the other, and what was refused does not hold up the rest. */
export const nextOf = (outbox: readonly Pending[]): Pending | undefined => outbox.find(({ state }) => state !== 'failed')

/** How many still go out. */
export const waitingOf = (outbox: readonly Pending[]): number => outbox.filter(({ state }) => state !== 'failed').length

/**
 * One thread's pending messages in this tab, kept in step with what the browser keeps. What another tab has sent or discarded goes; what a
 * closed tab left behind comes.
 */
export class Outbox {
  readonly #store: OutboxStore
  readonly #kept = new Set<string>()
  #storing: Promise<unknown> = Promise.resolve()

  constructor(store: OutboxStore) {
    this.#store = store
  }

  /** Keeps what changed from `before` to `now`. A message that is being sent may have arrived: it is kept as one that waits. */
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

  /** Returns what the browser keeps, and what cannot be kept anywhere but here. */
  async read(here: () => readonly Pending[]): Promise<readonly Pending[]> {
    await this.#storing
    const [before, kept] = [here(), new Set(this.#kept)]
    const stored = await this.#store.load()
    const own = here()
    // Changes made here meanwhile are newer than the stored ones.
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
