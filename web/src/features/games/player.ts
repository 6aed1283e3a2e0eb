import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { servers, validatePlayer } from '@/api/generated'
import { answerOf } from '@/api/problem'
import type { Game } from '@/features/catalogue/queries'

/** "1234567 (2201)" as games show it: the ID, and the server in brackets. */
export function splitPasted(text: string): { playerId: string; server: string | undefined } {
  const match = /^\s*([^()\s]+)\s*[([]\s*([^)\]]+?)\s*[)\]]\s*$/.exec(text)
  return match?.[1] ? { playerId: match[1], server: match[2] } : { playerId: text.trim(), server: undefined }
}

export function fits(pattern: string, playerId: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(playerId)
  } catch {
    // A pattern that this browser cannot read is the server's to judge.
    return true
  }
}

export function useServers(game: Game) {
  return useQuery({
    queryKey: ['servers', game.id],
    queryFn: () => answerOf(servers({ body: { gameId: game.id } })),
    enabled: game.needsServer,
    staleTime: 300_000,
  })
}

/** A value that has not changed for a moment: the partner is asked when the typing pauses. */
function useSettled<T>(value: T, ms = 450): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}

/** Asks the partner who this is, as the ID is typed. */
export function usePlayer(game: Game, playerId: string, server: string) {
  const wellFormed = game.playerId !== null && playerId !== '' && fits(game.playerId.pattern, playerId)
  const complete = wellFormed && (!game.needsServer || server !== '')
  const asked = useSettled(complete ? `${playerId}\n${server}` : '')
  const current = complete && asked === `${playerId}\n${server}`
  const query = useQuery({
    queryKey: ['player', game.id, playerId, server],
    queryFn: () => answerOf(validatePlayer({ body: { gameId: game.id, playerId, ...(server && { server }) } })),
    enabled: current,
    staleTime: 300_000,
    retry: false,
  })
  return { ...query, wellFormed, complete, checking: complete && (!current || query.isFetching) }
}
