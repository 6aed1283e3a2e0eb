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

export type OutboxStore = { load: () => readonly Pending[]; save: (outbox: readonly Pending[]) => void }

/** Kept with the tab's drafts: they outlive a reload, and go when somebody signs out or another one signs in. */
export function outboxIn(storage: () => Storage, key: string): OutboxStore {
  const name = `manao.talk.${key}`
  return {
    load: () => {
      try {
        const kept = JSON.parse(storage().getItem(name) ?? '[]') as Pending[]
        // What was on its way may have arrived: it is sent again under its own name, and stands once.
        return kept.map((entry) => (entry.state === 'sending' ? { ...entry, state: 'waiting' } : entry))
      } catch {
        return []
      }
    },
    save: (outbox) => {
      try {
        if (outbox.length > 0) storage().setItem(name, JSON.stringify(outbox))
        else storage().removeItem(name)
      } catch {
        // Where nothing can be kept, it lives as long as the page.
      }
    },
  }
}

export const without = (outbox: readonly Pending[], clientId: string | null | undefined): readonly Pending[] =>
  clientId == null ? outbox : outbox.filter((entry) => entry.clientId !== clientId)

export const changed = (outbox: readonly Pending[], clientId: string, change: Partial<Pending>): readonly Pending[] =>
  outbox.map((entry) => (entry.clientId === clientId ? { ...entry, ...change } : entry))

/** The next that goes out: they go one after the other, and what was refused does not hold up the rest. */
export const nextOf = (outbox: readonly Pending[]): Pending | undefined => outbox.find(({ state }) => state !== 'failed')
