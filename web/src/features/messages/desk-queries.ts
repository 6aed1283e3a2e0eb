import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { listBroadcasts, listEntrantThreads } from './calls'

export const entrantThreadsQuery = (tournamentId: number) =>
  queryOptions({
    queryKey: ['entrantThreads', tournamentId],
    queryFn: () => listEntrantThreads(tournamentId),
    staleTime: 10_000,
  })

export const broadcastsQuery = (tournamentId: number, page: number) =>
  queryOptions({
    queryKey: ['broadcasts', tournamentId, page],
    queryFn: () => listBroadcasts(tournamentId, page),
    staleTime: 10_000,
  })

/** Marks an entrant's messages as read: at once as far as they are known, then by the server's count. */
export function readThread(client: QueryClient, tournamentId: number, contestantId: number, seq: number): void {
  const { queryKey } = entrantThreadsQuery(tournamentId)
  client.setQueryData(
    queryKey,
    (known) =>
      known && {
        items: known.items.map((line) => (line.contestantId === contestantId && line.lastSeq <= seq ? { ...line, unread: 0 } : line)),
      },
  )
  void client.invalidateQueries({ queryKey })
}
