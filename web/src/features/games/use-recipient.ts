import { useEffect, useState } from 'react'
import { useSession } from '@/api/session'
import type { Game, Product } from '@/features/catalogue/queries'
import { ownNumber } from '@/features/mobile/own-number'
import { keepNumber, OWN_NUMBER, readNumber } from '@/features/numbers/number'
import { readPlayerId, usePlayer } from './player'
import type { Part } from './step'

export type Recipient = ReturnType<typeof useRecipient>

/** The recipient of a game's goods, as it is typed: a player with a server, a mobile number, or nobody. */
export function useRecipient(game: Game, product: Product | undefined, search: { player?: string; server?: string }) {
  const byNumber = game.target === 'NUMBER'
  // No address contains a number.
  const given = byNumber && search.player !== OWN_NUMBER ? undefined : search.player
  const [input, setTyped] = useState(given ?? '')
  const [server, setServer] = useState(search.server ?? '')
  const member = useSession(({ status }) => status === 'member')
  const me = useSession((session) => session.me)
  const typed = byNumber && input === OWN_NUMBER && !me?.mobileVerified ? '' : input
  const rule = game.playerId && { pattern: game.playerId.pattern, server: game.serverRule }
  const own = typed === OWN_NUMBER ? ownNumber(me) : undefined
  const playerId = byNumber ? readNumber(own ?? typed) : rule ? readPlayerId(typed, rule).playerId : ''
  const player = usePlayer(game, playerId, server, product?.id)
  const isNeeded = game.target !== 'NONE'
  const isReady = !isNeeded || (playerId !== '' && player.data !== undefined)
  useEffect(() => {
    if (byNumber && playerId !== '' && playerId !== OWN_NUMBER) keepNumber(playerId)
  }, [byNumber, playerId])

  const lacking: Part[] = []
  if (isNeeded && (!player.wellFormed || (player.error && !player.checking))) lacking.push('player')
  if (game.playerId && !player.serverFits) lacking.push('server')
  // A visitor logs in first.
  if (member && byNumber && isReady && player.data?.consentNeeded) lacking.push('consent')
  return { isGiven: given !== undefined, isNeeded, isReady, input, typed, setTyped, playerId, server, setServer, player, lacking }
}
