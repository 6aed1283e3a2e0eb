import type { Query } from '@tanstack/react-query'
import type { ListedMatch, MatchRoom, Order, OrderStatus, OrderSummary, WaitingOrder } from '@/api/generated'
import { queries } from '@/api/queries'
import { isSettledMatch } from '@/api/state-sets.gen'
import { otherSide } from '@/features/matches/room'
import { joinedQuery } from '@/features/tournaments/queries'
import { language } from '@/i18n'
import { keepMatches, type KeptMatch, type KeptOrder, keepOrders } from './kept'

/** Keeps what the answers to the member's own queries say of matches and orders. Returns a function that ends it. */
export function watch(user: number): () => void {
  const cache = queries.getQueryCache()
  const see = ({ queryKey, state: { data, dataUpdatedAt } }: Query) => {
    if (data !== undefined) SEEN[String(queryKey[0])]?.({ user, key: queryKey, data, seenAt: dataUpdatedAt })
  }
  cache.getAll().forEach(see)
  return cache.subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success') see(event.query)
  })
}

interface Seen {
  user: number
  key: readonly unknown[]
  data: unknown
  seenAt: number
}

/** By the first word of the query's key. */
const SEEN: Record<string, (seen: Seen) => void> = {
  'waiting-orders': ({ user, key, data, seenAt }) => {
    const orders = (data as WaitingOrder[]).map((order): KeptOrder => ({ ...shortOf(order, 'pending', order.name), seenAt }))
    // The list has all that can still be paid.
    if (key[1] === user) keepOrders(user, ({ state, number }) => state === 'pending' || has(orders, number), orders)
  },
  order: ({ user, data, seenAt }) => keepSeen(user, [data as Order], seenAt),
  purchases: ({ user, data, seenAt }) => keepSeen(user, (data as { items: OrderSummary[] }).items, seenAt),
  match: ({ user, data, seenAt }) => {
    const { id, me, now, tournament, label, ...sides } = data as MatchRoom
    if (!me.side) return
    const opponent = sides[otherSide(me.side)]?.name
    const match = { id, tournament: tournament.name, opponent, label: label ?? undefined, at: now.scheduledAt ?? '', seenAt }
    keepMatches(user, [id], isToCome(now) ? [match] : [])
  },
  matches: ({ user, key, data, seenAt }) => {
    const [, tournamentId, whose] = key
    const entered = queries.getQueryData(joinedQuery.queryKey)?.items.find(({ tournament }) => tournament.id === tournamentId)
    if (whose !== 'mine' || !entered) return
    const { items } = data as { items: ListedMatch[] }
    const matches = items.filter(isToCome).map(({ id, home, away, label, scheduledAt }): KeptMatch => {
      const opponent = (home?.contestantId === entered.entry.id ? away : home)?.name
      return { id, tournament: entered.tournament.name[language()], opponent, label: label ?? undefined, at: scheduledAt ?? '', seenAt }
    })
    const ids = items.map(({ id }) => id)
    keepMatches(user, ids, matches)
  },
}

const isToCome = ({ state, scheduledAt }: Pick<ListedMatch, 'state' | 'scheduledAt'>) => !isSettledMatch(state) && Boolean(scheduledAt)

const has = (orders: readonly { number: string }[], number: string) => orders.some((order) => order.number === number)

const shortOf = (
  { number, totalSatang, expiresAt }: { number: string; totalSatang: number; expiresAt: string },
  state: KeptOrder['state'],
  name: KeptOrder['name'],
) => ({ number, totalSatang, state, name, ...(state === 'pending' && { expiresAt }) })

interface Progress {
  status: OrderStatus
  paidAt?: string | null
}

/** The state of an order that is not done. */
function stateOf({ status, paidAt }: Progress): KeptOrder['state'] | undefined {
  if (status === 'error') return 'error'
  if (status !== 'pending') return undefined
  return paidAt == null ? 'pending' : 'paid'
}

function keepSeen(user: number, seen: ReadonlyArray<Order | OrderSummary>, seenAt: number): void {
  const open = seen.flatMap((order): KeptOrder[] => {
    const [state, first] = [stateOf(order), order.lines[0]]
    return state && first ? [{ ...shortOf(order, state, first.name), seenAt }] : []
  })
  keepOrders(user, ({ number }) => has(seen, number), open)
}
