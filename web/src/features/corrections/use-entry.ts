import { useSession } from '@/api/session'
import type { Game } from '@/features/catalogue/queries'
import { readPlayerId, usePlayer, useServerName } from '@/features/games/player'
import type { Part } from '@/features/games/step'
import { ownNumber } from '@/features/mobile/own-number'
import { OWN_NUMBER, readNumber } from '@/features/numbers/number'

/** The player or number as typed. */
interface Entry {
  typed: string
  server: string
}

/** Typed values by the game's slug: another product may be of another game. */
export type Entries = Readonly<Record<string, Entry>>

/** The player that is being named for a game, or the number for a package, with the check at the partner. */
export function useEntry(game: Game, entries: Entries, onEntries: (entries: Entries) => void, productId?: number) {
  const me = useSession((session) => session.me)
  const byNumber = game.target === 'NUMBER'
  const entry = entries[game.slug] ?? { typed: '', server: '' }
  const rule = game.playerId && { pattern: game.playerId.pattern, server: game.serverRule }
  const own = byNumber && entry.typed === OWN_NUMBER ? ownNumber(me) : undefined
  const playerId = byNumber ? readNumber(own ?? entry.typed) : rule ? readPlayerId(entry.typed, rule).playerId : ''
  const player = usePlayer(game, playerId, entry.server, productId)
  const serverName = useServerName(game, entry.server)
  const lacking: Part[] = []
  if ((rule || byNumber) && (!player.wellFormed || (player.error && !player.checking))) lacking.push('player')
  if (rule && !player.serverFits) lacking.push('server')
  if (byNumber && player.data?.consentNeeded) lacking.push('consent')
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
