import { queryOptions } from '@tanstack/react-query'
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
