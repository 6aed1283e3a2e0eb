import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ConsoleEntry, consoleGetEntry } from '@/api/generated'
import { answerOf } from '@/api/problem'
import { useSession } from '@/api/session'

const KEY = ['console', 'entry'] as const

/** Where the user stands before the console: roles, factors, and the session in it. */
export function useEntry() {
  const member = useSession(({ status }) => status === 'member')
  return useQuery({
    queryKey: KEY,
    queryFn: () => answerOf(consoleGetEntry()),
    enabled: member,
    // The session in the console may have ended while the page was in the background.
    refetchOnWindowFocus: true,
  })
}

/** Takes over what a call about the entry has answered. */
export function useTakeEntry() {
  const queries = useQueryClient()
  return (entry: ConsoleEntry) => {
    // Recovery codes are shown once and kept nowhere.
    const { recoveryCodes: _, ...kept } = entry
    queries.setQueryData(KEY, kept)
  }
}
