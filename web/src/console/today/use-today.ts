import { queryOptions, useQuery } from '@tanstack/react-query'
import { consoleGetToday } from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'

const REFRESH_MS = 15_000

const todayQuery = queryOptions({
  queryKey: ['console', 'today'],
  queryFn: ({ signal }) => answerOf(consoleGetToday({ signal })),
  // While the page is visible. After a refusal the way back into the console reads it again.
  refetchInterval: ({ state: { error } }) => (error && [401, 403].includes(problemOf(error).status) ? false : REFRESH_MS),
  refetchOnWindowFocus: true,
  staleTime: 0,
})

/** The work that waits for the user's roles. */
export const useToday = () => useQuery(todayQuery)
