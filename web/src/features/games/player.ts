import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSession } from '@/api/session'
import { type GameServer, partnersListServers, partnersValidatePlayer } from '@/api/generated'
import { answerOf } from '@/api/problem'
import type { Game } from '@/features/catalogue/queries'
import { normalise } from '@/rules/normalise'

/** For rules of digits only: separators between digits are dropped. */
const DIGITS_ONLY = /^\^?(?:\[0-9\]|\\d)[0-9{},+]*\$?$/

/** A game's rule for IDs, and for the server that comes with them, if it has servers. */
export interface Rule {
  pattern: string
  server: { typed: boolean; pattern: string | null } | null
}

/** The parts of a typed or pasted text; `server` is absent if it has none. */
export interface ReadId {
  playerId: string
  server: string | undefined
}

/**
 * Reads a typed or pasted player ID as the server will: converts Thai and full-width digits, and drops separators between digits. Splits
 * "1234567 (2201)", "1234567 2201" and "801234567 (Asia)" if the game has servers.
 */
export function readPlayerId(typed: string, { pattern, server }: Rule): ReadId {
  const text = normalise(typed)
  const plain = (id: string) => (DIGITS_ONLY.test(pattern) ? id.replace(/[ .,-]/g, '') : id)
  const apart = server && (inBrackets(text) ?? afterBlank(text, pattern, server))
  return apart ? { playerId: plain(apart.id), server: apart.server } : { playerId: plain(text), server: undefined }
}

function inBrackets(text: string): { id: string; server: string } | undefined {
  const match = /^([^(]*)\(([^()]+)\)$/.exec(text) ?? /^([^[]*)\[([^[\]]+)\]$/.exec(text)
  const [, id = '', server = ''] = match ?? []
  return server.trim() ? { id: id.trim(), server: server.trim() } : undefined
}

/** Splits at a blank only if both parts clearly match: an ID may be typed with blanks, too. */
function afterBlank(text: string, pattern: string, server: NonNullable<Rule['server']>): { id: string; server: string } | undefined {
  const [, id = '', rest = ''] = /^(\S+?)[ ,/|]+(\S.*)$/.exec(text) ?? []
  if (!rest || !fits(pattern, id)) return undefined
  const isServer = server.typed ? server.pattern !== null && fits(server.pattern, rest) : /^\p{L}/u.test(rest)
  return isServer ? { id, server: rest } : undefined
}

export function fits(pattern: string, playerId: string): boolean {
  try {
    return new RegExp(`^(?:${pattern})$`, 'u').test(playerId)
  } catch {
    // The server judges a pattern that this browser cannot read.
    return true
  }
}

/** Finds the pasted server by its code or name, or by a part of the name if only one matches. */
export function serverNamed(pasted: string, servers: readonly GameServer[]): string | undefined {
  const said = pasted.toLowerCase()
  const exact = servers.find(({ code }) => code.toLowerCase() === said) ?? servers.find(({ name }) => name.toLowerCase() === said)
  const [only, another] = servers.filter(({ name }) => name.toLowerCase().includes(said))
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

/** Returns the server's display name: a typed number as it is, a listed one by its name. */
export function useServerName(game: Game, server: string): string {
  const { data } = useQuery({ ...serversQuery(game), enabled: game.serverRule?.typed === false && server !== '' })
  return data?.items.find(({ code }) => code === server)?.name ?? server
}

/** Returns a value once it has not changed for a moment: the partner is queried when the typing pauses. */
function useSettled<T>(value: T, ms = 450): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}

/** Queries the partner for the player while the ID is typed; for a mobile number the operator, which judges it for the package. */
export function usePlayer(game: Game, playerId: string, server: string, productId?: number) {
  const rule = game.serverRule
  const me = useSession((session) => session.me?.id)
  const byNumber = game.target === 'NUMBER'
  const wellFormed = playerId !== '' && (byNumber || (game.playerId !== null && fits(game.playerId.pattern, playerId)))
  const serverFits = rule === null || (server !== '' && (!rule.typed || rule.pattern === null || fits(rule.pattern, server)))
  const complete = wellFormed && serverFits
  const asked = useSettled(complete ? `${playerId}\n${server}` : '')
  const current = complete && asked === `${playerId}\n${server}`
  const query = useQuery({
    queryKey: byNumber ? ['number', me, game.id, productId, playerId] : ['player', game.id, playerId, server],
    meta: { public: !byNumber },
    queryFn: () =>
      answerOf(
        partnersValidatePlayer({
          body: { gameId: game.id, playerId, ...(server && { server }), ...(byNumber && productId !== undefined && { productId }) },
        }),
      ),
    enabled: current,
    // What a number may have changes with every purchase and every consent.
    staleTime: byNumber ? 15_000 : 300_000,
    retry: false,
  })
  return { ...query, wellFormed, serverFits, complete, checking: complete && (!current || query.isFetching) }
}
