// A member's matches and orders as the offline page shows them: with the time at which they were seen, and a word that they may have changed.

/** A match of the member that is still to be played. */
export interface KeptMatch {
  id: number
  /** In the language in which it was seen. */
  tournament: string
  opponent?: string | undefined
  label?: string | undefined
  at: string
  seenAt: number
}

type KeptState = 'pending' | 'paid' | 'error'

/** An order that is not done. */
export interface KeptOrder {
  number: string
  name: { th: string; en: string }
  totalSatang: number
  state: KeptState
  /** Time at which it expires unless it is paid. */
  expiresAt?: string | undefined
  seenAt: number
}

export interface Kept {
  /** The member's id. */
  user: number
  matches: KeptMatch[]
  orders: KeptOrder[]
}

const KEY = 'manao.kept'
/** Set by the session: whether somebody is signed in here. */
const SIGNED_IN = 'manao.signedIn'
const MOST = 5
/** A match is shown for this long after its start. */
const MATCH_MS = 3 * 3600_000

function isKept(value: unknown): value is Kept {
  const { user, matches, orders } = (value ?? {}) as Partial<Kept>
  return typeof user === 'number' && Array.isArray(matches) && Array.isArray(orders)
}

function load(): Kept | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    return isKept(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Changes the record of a user; another user's is replaced. */
function change(user: number, apply: (kept: Kept) => Kept): void {
  const before = load()
  const own = before?.user === user ? before : { user, matches: [], orders: [] }
  const kept = apply(own)
  kept.matches = kept.matches.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at)).slice(0, MOST)
  kept.orders = kept.orders.slice(0, MOST)
  try {
    localStorage.setItem(KEY, JSON.stringify(kept))
  } catch {
    // Without storage there is no offline page to show it.
  }
}

/** Keeps these matches in place of those with these ids. */
export function keepMatches(user: number, ids: readonly number[], matches: readonly KeptMatch[]): void {
  change(user, (kept) => ({ ...kept, matches: [...kept.matches.filter(({ id }) => !ids.includes(id)), ...matches] }))
}

/** Keeps these orders, the newest first, in place of those that `replaced` names. */
export function keepOrders(user: number, replaced: (order: KeptOrder) => boolean, orders: readonly KeptOrder[]): void {
  change(user, (kept) => ({ ...kept, orders: [...orders, ...kept.orders.filter((order) => !replaced(order))] }))
}

/** Deletes the record, unless it is this user's: it must not be visible to the next one. */
export function forgetKept(except?: number): void {
  try {
    if (except === undefined || load()?.user !== except) localStorage.removeItem(KEY)
  } catch {
    // Nothing was stored either.
  }
}

/** Returns what the offline page may show now: nothing unless a member is signed in here. */
export function shownKept(now: number): Pick<Kept, 'matches' | 'orders'> {
  const kept = load()
  if (!kept || localStorage.getItem(SIGNED_IN) !== '1') return { matches: [], orders: [] }
  return { matches: kept.matches.filter(({ at }) => Date.parse(at) + MATCH_MS > now), orders: kept.orders }
}
