import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useSession } from '@/api/session'
import { useTopic } from '@/live'

/**
 * Fetches the user's entry and its players again after any event about it: a decision, a completed player, or admission from the waiting list.
 */
export function useLiveEntry(tournamentId: number): void {
  const live = useSession(({ me }) => me?.live)
  const queries = useQueryClient()
  const joined = useRef(false)
  const readAgain = () => {
    for (const key of ['tournamentMe', 'myPlayers']) void queries.invalidateQueries({ queryKey: [key, tournamentId] })
  }
  useTopic(
    live,
    { 'entry.changed': (entry) => entry.tournamentId === tournamentId && readAgain(), 'account.changed': readAgain },
    {
      onReload: () => {
        // On the first join everything has just been read.
        if (joined.current) readAgain()
        joined.current = true
      },
    },
  )
}
