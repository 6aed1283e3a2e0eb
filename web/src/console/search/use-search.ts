import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { findEverything } from './shape'

const PAUSE_MS = 150
/** A single character is in everything. */
const SHORTEST = 2

const searchQuery = (text: string) =>
  queryOptions({
    queryKey: ['console', 'search', text],
    queryFn: ({ signal }) => findEverything(text, signal),
    staleTime: 5_000,
    // An answer of a minute ago says too little about an order that moves.
    gcTime: 60_000,
  })

/** Results for the typed text. An answer belongs to the text that it was asked for, so a late one is never shown for another. */
export function useSearch(typed: string, isOpen: boolean) {
  const queries = useQueryClient()
  const text = typed.trim()
  const [asked, setAsked] = useState(text)
  useEffect(() => {
    if (asked === text) return
    const timer = setTimeout(setAsked, PAUSE_MS, text)
    return () => clearTimeout(timer)
  }, [asked, text])
  const isEnough = asked.length >= SHORTEST
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...searchQuery(asked),
    enabled: isOpen && isEnough,
    placeholderData: keepPreviousData,
  })
  const isShort = text.length < SHORTEST
  return {
    text,
    hits: isShort ? [] : (data ?? []),
    error: isShort || isFetching ? null : error,
    isShort,
    /** The hits, if any, are those of a text before. */
    isLate: !isShort && (asked !== text || isPlaceholderData || (isFetching && !data)),
    isWorking: !isShort && (asked !== text || isFetching),
    /** Asks at once, without waiting for a pause; the list shows a failure. */
    askNow: () => {
      setAsked(text)
      return queries.fetchQuery(searchQuery(text)).catch(() => [])
    },
    retry: () => void refetch(),
  }
}
