import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type Handlers, type Live, useTopic } from '@/live'
import { entrantThreadsQuery } from './desk-queries'

const SETTLE_MS = 800

/** Fetches the list of threads again when one of them changes; a rush of events is fetched once. */
export function useNewsOfThreads(tournamentId: number, live: Live | undefined): void {
  const queries = useQueryClient()
  const later = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(later.current), [])
  const again = () => {
    later.current ??= setTimeout(() => {
      later.current = undefined
      void queries.invalidateQueries({ queryKey: entrantThreadsQuery(tournamentId).queryKey })
    }, SETTLE_MS)
  }
  useTopic(live, { 'thread.changed': again } as Handlers, { onReload: again })
}
