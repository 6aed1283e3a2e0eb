import type { Game, Product } from '@/features/catalogue/queries'
import { NumberFields } from './number-fields'
import { PlayerFields } from './player-fields'
import type { Part } from './step'
import type { Recipient } from './use-recipient'

interface RecipientStepProps {
  game: Game
  product: Product | undefined
  recipient: Recipient
  missing: ReadonlySet<Part>
}

/** The first step of a purchase: the player or the number that the goods are for; nothing for codes. */
export function RecipientStep({ game, product, recipient, missing }: RecipientStepProps) {
  const { player, typed, setTyped, playerId, server, setServer } = recipient
  if (game.target === 'NUMBER') {
    return (
      <NumberFields game={game} product={product} player={player} typed={typed} number={playerId} missing={missing} onNumber={setTyped} />
    )
  }
  if (!game.playerId) return null
  return (
    <PlayerFields
      game={game}
      rule={game.playerId}
      player={player}
      typed={typed}
      playerId={playerId}
      server={server}
      missing={missing}
      onPlayerId={setTyped}
      onServer={setServer}
    />
  )
}
