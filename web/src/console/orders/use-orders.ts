import { keepPreviousData, type InfiniteData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ConsoleOrder, ConsoleOrders } from '@/api/generated'
import { listOrders, type OrderFilter } from './shape'

/** So many pages are read again when the list is shown again; a longer list keeps its place. */
const REREAD_PAGES = 3
/** The newest page is read again when the window gets the focus, but not more often. */
const NEWEST_AGE_MS = 10_000

type Pages = InfiniteData<ConsoleOrders, number | undefined>

/** The orders that match a filter, page by page, and how many newer ones there are by now. */
export function useOrders(filter: OrderFilter) {
  const queries = useQueryClient()
  const queryKey = ['console', 'orders', filter] as const
  const list = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => listOrders({ ...filter, ...(pageParam !== undefined && { after: pageParam }) }, signal),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: ({ state }) => ((state.data as Pages | undefined)?.pages.length ?? 0) <= REREAD_PAGES && 'always',
  })
  const [first] = list.data?.pages ?? []
  const isCurrent = first !== undefined && !list.isPlaceholderData
  const newest = useQuery({
    queryKey: ['console', 'newest-orders', filter],
    queryFn: ({ signal }) => listOrders({ ...filter }, signal),
    enabled: isCurrent,
    initialData: isCurrent ? first : undefined,
    initialDataUpdatedAt: list.dataUpdatedAt,
    staleTime: NEWEST_AGE_MS,
    refetchOnWindowFocus: true,
  })
  const pages = list.data?.pages
  const now = isCurrent ? newest.data : undefined
  const rows = useMemo(() => pages && withNewer(pages, now?.items), [pages, now])
  return {
    list,
    rows,
    matching: (now ?? first)?.matching,
    fresh: rows && now ? newerThan(rows, now.items) : 0,
    /** Starts the list again, with those that wait. */
    showFresh: () => now && queries.setQueryData<Pages>(queryKey, { pages: [now], pageParams: [undefined] }),
    error: list.isFetchNextPageError ? newest.error : (list.error ?? newest.error),
    /** Reads what is newest again; the list itself, if it is not there. */
    readAgain: () => void (isCurrent ? newest : list).refetch(),
    isReading: newest.isFetching,
    /** When the newest page was read. */
    readAt: isCurrent ? newest.dataUpdatedAt : undefined,
  }
}

/** Returns the rows, each as it was read last. */
function withNewer(pages: readonly ConsoleOrders[], newer: readonly ConsoleOrder[] = []): ConsoleOrder[] {
  const byNumber = new Map(newer.map((order) => [order.number, order]))
  return pages.flatMap(({ items }) => items.map((order) => byNumber.get(order.number) ?? order))
}

function newerThan([first]: readonly ConsoleOrder[], newest: readonly ConsoleOrder[]): number {
  const place = newest.findIndex(({ number }) => number === first?.number)
  return place < 0 ? newest.length : place
}
