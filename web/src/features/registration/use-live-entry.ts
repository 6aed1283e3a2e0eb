import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useSession } from '@/api/session'
import { useTopic } from '@/live'

/** Reads my entry and its players again when anything is told of it: decided by the promoter, completed by a member, in from the waiting list. */
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
        // At the first joining everything has just been read.
        if (joined.current) readAgain()
        joined.current = true
      },
    },
  )
}
