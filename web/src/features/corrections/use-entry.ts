import type { Game } from '@/features/catalogue/queries'
import { readPlayerId, usePlayer, useServerName } from '@/features/games/player'
import type { Part } from '@/features/games/step'

/** The player as typed. */
interface Entry {
  typed: string
  server: string
}

/** Typed values by the game's slug: another product may be of another game. */
export type Entries = Readonly<Record<string, Entry>>

/** The player that is being named for a game, with the check at the partner. */
export function useEntry(game: Game, entries: Entries, onEntries: (entries: Entries) => void) {
  const entry = entries[game.slug] ?? { typed: '', server: '' }
  const rule = game.playerId && { pattern: game.playerId.pattern, server: game.serverRule }
  const playerId = rule ? readPlayerId(entry.typed, rule).playerId : ''
  const player = usePlayer(game, playerId, entry.server)
  const serverName = useServerName(game, entry.server)
  const lacking: Part[] = []
  if (rule && (!player.wellFormed || (player.error && !player.checking))) lacking.push('player')
  if (rule && !player.serverFits) lacking.push('server')
  const change = (next: Partial<Entry>) => onEntries({ ...entries, [game.slug]: { ...entry, ...next } })
  return {
    ...entry,
    playerId,
    player,
    serverName,
    lacking,
    /** The name at the partner, once the whole entry was found there. */
    name: player.complete && !player.checking ? player.data?.displayName : undefined,
    /** The named player, as a request takes it. */
    target: { playerId, ...(entry.server && { server: entry.server }) },
    type: (typed: string) => change({ typed }),
    choose: (server: string) => change({ server }),
  }
}
