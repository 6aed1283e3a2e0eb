import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type GameServer, partnersListServers, partnersValidatePlayer } from '@/api/generated'
import { answerOf } from '@/api/problem'
import type { Game } from '@/features/catalogue/queries'
import { normalise } from '@/rules/normalise'

/** Rules of digits only: what stands between digits is dropped. */
const DIGITS_ONLY = /^\^?(?:\[0-9\]|\\d)[0-9{},+]*\$?$/

/** A game's rule for IDs, and whether it has servers. */
export interface Rule {
  pattern: string
  needsServer: boolean
}

/**
 * What was typed or pasted, as the game writes it and as the server will read it: Thai and full-width digits made plain, separators between
 * digits dropped, "1234567 (2201)" taken apart where there are servers.
 */
export function readPlayerId(typed: string, { pattern, needsServer }: Rule): { playerId: string; server: string | undefined } {
  const { id, server } = needsServer ? splitServer(normalise(typed)) : { id: normalise(typed), server: undefined }
  return { playerId: DIGITS_ONLY.test(pattern) ? id.replace(/[ .,-]/g, '') : id, server }
}

function splitServer(text: string): { id: string; server: string | undefined } {
  const match = /^([^(]*)\(([^()]+)\)$/.exec(text) ?? /^([^[]*)\[([^[\]]+)\]$/.exec(text)
  const [, id = '', server = ''] = match ?? []
  return server.trim() ? { id: id.trim(), server: server.trim() } : { id: text, server: undefined }
}

export function fits(pattern: string, playerId: string): boolean {
  try {
    return new RegExp(`^(?:${pattern})$`, 'u').test(playerId)
  } catch {
    // A pattern that this browser cannot read is the server's to judge.
    return true
  }
}

/** The server that was pasted: by its code or name; by a part of the name where that can be one alone. */
export function serverNamed(pasted: string, servers: readonly GameServer[]): string | undefined {
  const exact = servers.find(({ code }) => code === pasted) ?? servers.find(({ name }) => name === pasted)
  const [only, another] = servers.filter(({ name }) => name.includes(pasted))
  return (exact ?? (another ? undefined : only))?.code
}

export function serversQuery(game: Game) {
  return queryOptions({
    queryKey: ['servers', game.id],
    meta: { public: true },
    queryFn: () => answerOf(partnersListServers({ body: { gameId: game.id } })),
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
    meta: { public: true },
    queryFn: () => answerOf(partnersValidatePlayer({ body: { gameId: game.id, playerId, ...(server && { server }) } })),
    enabled: current,
    staleTime: 300_000,
    retry: false,
  })
  return { ...query, wellFormed, complete, checking: complete && (!current || query.isFetching) }
}
