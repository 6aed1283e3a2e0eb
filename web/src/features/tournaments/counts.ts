import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Entry, Tournament } from '@/api/generated'
import { noteVersions, tournamentQuery } from './loaded'

/** Fetches a tournament's counts and its list of entrants again, at least as new as this version. */
export function readCounts(client: QueryClient, id: number, entriesVersion: number): void {
  noteVersions(id, { entriesVersion })
  for (const queryKey of [tournamentQuery(id).queryKey, ['tournamentEntrants', id]]) void client.invalidateQueries({ queryKey })
}

/** Keeps a tournament's counts as new as the user's own entry. */
export function useOwnCounts({ id, entriesVersion }: Pick<Tournament, 'id' | 'entriesVersion'>, entry: Entry | null | undefined): void {
  const client = useQueryClient()
  const newest = entry?.entriesVersion ?? 0
  const stale = newest > entriesVersion
  useEffect(() => {
    if (stale) readCounts(client, id, newest)
  }, [client, id, newest, stale])
}
