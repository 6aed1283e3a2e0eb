import { queryOptions, useQuery } from '@tanstack/react-query'
import { problemOf } from '@/api/problem'
import { listAllChannels } from './shape'

const REFRESH_MS = 15_000

export const channelsQuery = queryOptions({
  queryKey: ['console', 'channels'],
  queryFn: ({ signal }) => listAllChannels(signal),
  // Their names hardly change.
  staleTime: 600_000,
})

/** All payment channels. */
export const useChannels = () => useQuery(channelsQuery)

/** The same with their state as it is now, for as long as the page is visible. */
export const useChannelStates = () =>
  useQuery({
    ...channelsQuery,
    // After a refusal the way back into the console reads it again.
    refetchInterval: ({ state: { error } }) => (error && [401, 403].includes(problemOf(error).status) ? false : REFRESH_MS),
    refetchOnWindowFocus: true,
    staleTime: 0,
  })
