import { type QueryKey, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { GameQuery, HomeQuery } from '@/api/catalogue.gen'
import type { Language } from '@/i18n/language'
import { mergeGame, mergeHome } from './merge'

/** A page comes with its answers: the code to query for more may load after it. */
export const asking = () => import('./ask')

// The server puts these answers into the page under the same keys: operation and variables.

export const homeQuery = queryOptions({
  queryKey: ['HomeQuery', {}],
  meta: { public: true },
  queryFn: async () => (await asking()).askHome(),
  structuralSharing: mergeHome,
  staleTime: 60_000,
})

export const KINDS = ['TOPUP', 'VOUCHER', 'DATA_PACKAGE', 'SUBSCRIPTION', 'CLOUD_GAME'] as const
export type Kind = (typeof KINDS)[number]

export function gamesQuery(search: string, kind: Kind | null = null) {
  const variables = { search: search || null, kind }
  return queryOptions({
    queryKey: ['GamesQuery', variables],
    meta: { public: true },
    queryFn: async () => (await asking()).askGames(variables),
    staleTime: 60_000,
  })
}

/** The first games that match the typed text; without text, the best sellers. */
export function suggestQuery(search: string, perPage = 5) {
  const variables = { search: search || null, perPage }
  return queryOptions({
    queryKey: ['SuggestQuery', variables],
    meta: { public: true },
    queryFn: async () => (await asking()).askSuggest(variables),
    staleTime: 60_000,
  })
}

export function gameQuery(id: string) {
  return queryOptions({
    queryKey: ['GameQuery', { id }],
    meta: { public: true },
    queryFn: async () => (await asking()).askGame(id),
    structuralSharing: mergeGame,
    staleTime: 30_000,
  })
}

export function productQuery(id: number) {
  return queryOptions({
    queryKey: ['ProductQuery', { id }],
    meta: { public: true },
    queryFn: async () => (await asking()).askProduct(id),
    staleTime: 30_000,
  })
}

export const configQuery = queryOptions({
  queryKey: ['ConfigQuery', {}],
  meta: { public: true },
  queryFn: async () => (await asking()).askConfig(),
  staleTime: 300_000,
})

/** Frequent questions in a language. */
export function faqQuery(language: Language) {
  const variables = { lang: language === 'th' ? ('TH' as const) : ('EN' as const) }
  return queryOptions({
    queryKey: ['FaqQuery', variables],
    meta: { public: true },
    queryFn: async () => (await asking()).askFaq(variables),
    staleTime: 300_000,
  })
}

export type Game = NonNullable<GameQuery['game']>
export type Product = Game['products'][number]
export type ShelfGame = HomeQuery['home']['shelves'][number]['games'][number]
export type FlashSale = HomeQuery['home']['flashSales'][number]

const FRESH_MS = 10_000

/**
 * Fetches a catalogue answer again, because live counts may have been missed. All counts of a page report that at once, so the answer is fetched
 * once, and not at all while it is fresh (as right after the first paint).
 */
export function useReload({ queryKey }: { queryKey: QueryKey }): () => void {
  const client = useQueryClient()
  return () => {
    const { dataUpdatedAt = 0 } = client.getQueryState(queryKey) ?? {}
    if (Date.now() - dataUpdatedAt > FRESH_MS) void client.refetchQueries({ queryKey, exact: true }, { cancelRefetch: false })
  }
}
