import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { readCounts } from '@/features/tournaments/counts'
import { useTopic } from '@/live'
import type { Outcome } from './decide'
import { entrantsQuery } from './queries'

const SETTLE_MS = 800

/** Loads the desk's entries. A row changes in place with its entry's event; its remaining fields are fetched a moment later. */
export function useEntrants(tournamentId: number) {
  const query = useQuery(entrantsQuery(tournamentId))
  const show = useShowStatus(tournamentId)
  const queries = useQueryClient()
  const later = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(later.current), [])
  useTopic(
    query.data?.live,
    {
      'entrant.changed': (change) => {
        show([{ id: change.entrantId, status: change.status, version: change.version }])
        for (const key of ['deskEntry', 'deskEvidence']) void queries.invalidateQueries({ queryKey: [key, change.entrantId] })
        // A rush of events is fetched once, not entry by entry; while it lasts, from time to time.
        later.current ??= setTimeout(() => {
          later.current = undefined
          void query.refetch()
        }, SETTLE_MS)
      },
    },
    { onReload: () => void query.refetch() },
  )
  return query
}

/** Writes known statuses of entries into the table, unless it has newer ones. */
export function useShowStatus(tournamentId: number) {
  const queries = useQueryClient()
  return (told: readonly Outcome[]) => {
    const counted = Math.max(0, ...told.map(({ entriesVersion = 0 }) => entriesVersion))
    if (counted > 0) readCounts(queries, tournamentId, counted)
    queries.setQueryData(entrantsQuery(tournamentId).queryKey, (known) => {
      if (!known) return known
      const news = new Map(told.map((each) => [each.id, each]))
      return {
        ...known,
        items: known.items.map((row) => {
          const change = news.get(row.id)
          if (!change?.status || (change.version ?? row.version) < row.version) return row
          return { ...row, status: change.status, version: change.version ?? row.version }
        }),
      }
    })
  }
}
