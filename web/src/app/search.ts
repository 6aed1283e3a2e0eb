import type { TournamentSearch } from '@/features/tournaments/kinds'
import { type RawSearch, type StringParams, stringParams } from './search-first'

// A page's query string; parameters that are not understood are left out.

export { stringParams }

const pageOf = (found: RawSearch): { page?: number } => (Number(found.page) > 1 ? { page: Number(found.page) } : {})

export const searchSearch = (found: RawSearch): { q?: string } => (found.q === undefined ? {} : { q: String(found.q) })

export const loginSearch = (found: RawSearch): { returnTo?: string; ended?: true; register?: true } => ({
  ...stringParams('returnTo')(found),
  ...(String(found.ended) === 'true' && { ended: true }),
  ...(String(found.register) === 'true' && { register: true }),
})

interface Process extends StringParams<'order' | 'handover' | 'channel' | 'coupon' | 'player' | 'server' | 'region'> {
  product?: number
  quantity?: number
}

export const processSearch = (found: RawSearch): Process => ({
  ...stringParams('order', 'handover', 'channel', 'coupon', 'region')(found),
  ...(Number(found.product) > 0 && { product: Number(found.product), quantity: Number(found.quantity) || 1 }),
  ...(found.player !== undefined && { player: String(found.player) }),
  ...(found.server !== undefined && { server: String(found.server) }),
})

export const lineSearch = (found: RawSearch): { sale?: number; join?: true } => ({
  ...(Number(found.sale) > 0 && { sale: Number(found.sale) }),
  ...(String(found.join) === 'true' && { join: true }),
})

type PurchaseFilter = 'pending' | 'completed' | 'incomplete' | 'error'
const FILTERS: readonly PurchaseFilter[] = ['pending', 'completed', 'incomplete', 'error']

/** As the API writes a day. */
const DAY = /^\d{4}-\d{2}-\d{2}$/

export function purchasedSearch(found: RawSearch): { page?: number; status?: PurchaseFilter; q?: string; from?: string; to?: string } {
  const status = FILTERS.find((filter) => filter === found.status)
  const { q, from, to } = stringParams('q', 'from', 'to')(found)
  return {
    ...(status && { status }),
    ...(q && { q }),
    ...(from && DAY.test(from) && { from }),
    ...(to && DAY.test(to) && { to }),
    ...pageOf(found),
  }
}

export const inboxSearch = (found: RawSearch): { stream?: 'shop' | 'esports'; page?: number } => ({
  ...((found.stream === 'shop' || found.stream === 'esports') && { stream: found.stream }),
  ...pageOf(found),
})

export const threadsSearch = (found: RawSearch): { page?: number } => pageOf(found)

const THREAD_STATES = ['waiting', 'answered', 'closed'] as const
const THREAD_TOPICS = ['order', 'payment', 'account', 'tournament', 'content', 'other'] as const

export function staffThreadsSearch(found: RawSearch): {
  state?: (typeof THREAD_STATES)[number]
  topic?: (typeof THREAD_TOPICS)[number]
  page?: number
} {
  const state = THREAD_STATES.find((known) => known === found.state)
  const topic = THREAD_TOPICS.find((known) => known === found.topic)
  return { ...(state && { state }), ...(topic && { topic }), ...pageOf(found) }
}

export const teamsSearch = (found: RawSearch): { q?: string; page?: number } => ({ ...stringParams('q')(found), ...pageOf(found) })

export const promotersSearch = (found: RawSearch): { status?: 'approved' | 'rejected'; page?: number } => ({
  ...((found.status === 'approved' || found.status === 'rejected') && { status: found.status }),
  ...pageOf(found),
})

export const couponsSearch = (found: RawSearch): { status?: 'used' | 'expired'; page?: number } => ({
  ...((found.status === 'used' || found.status === 'expired') && { status: found.status }),
  ...pageOf(found),
})

export const formTournamentSearch = (found: RawSearch): { id?: number; step?: string } => ({
  ...(Number(found.id) > 0 && { id: Number(found.id) }),
  ...stringParams('step')(found),
})

type EntryStep = 'evidence' | 'check'

export const registerSearch = (found: RawSearch): { step?: EntryStep } =>
  found.step === 'evidence' || found.step === 'check' ? { step: found.step } : {}

export const articlesSearch = (found: RawSearch): { game?: string; page?: number } => ({ ...stringParams('game')(found), ...pageOf(found) })

/** Without a stage, the stage in play is shown; group 0 means all groups. */
export const bracketSearch = (found: RawSearch): { stage?: number; group?: number } => ({
  ...(Number(found.stage) > 0 && { stage: Number(found.stage) }),
  ...(Number(found.group) >= 0 && { group: Number(found.group) }),
})

/** The page itself checks which values are known. */
export const matchesSearch = (found: RawSearch) => ({ ...stringParams('only', 'state', 'round')(found), ...pageOf(found) })

export const embedSearch = (found: RawSearch): { stage?: number; theme?: 'light' } => ({
  ...bracketSearch(found),
  ...(found.theme === 'light' && { theme: found.theme }),
})

export const overlaySearch = (found: RawSearch): { stage?: number; match?: number } => ({
  ...bracketSearch(found),
  // Text that is not a number becomes 0, which no match has, so that no match is shown.
  ...(found.match !== undefined && { match: Number(found.match) || 0 }),
})

const DESK = ['entrants', 'invite', 'draw', 'competition', 'stages', 'messages', 'people', 'export', 'log', 'settings'] as const

/** A section of the promoter's desk, the pending work by default; for messages, also the entrant. */
export function manageSearch(found: RawSearch): { section?: (typeof DESK)[number]; entrant?: number } {
  const section = DESK.find((known) => known === found.section)
  const entrant = section === 'messages' ? Number(found.entrant) : 0
  return section ? { section, ...(entrant > 0 && { entrant }) } : {}
}

/** The page itself checks which values are known. */
export const tournamentSearch = (found: RawSearch): TournamentSearch => ({
  ...(stringParams('q', 'week', 'category', 'format', 'type', 'phase', 'mine')(found) as TournamentSearch),
  ...(Number(found.game) > 0 && { game: Number(found.game) }),
  ...pageOf(found),
})
