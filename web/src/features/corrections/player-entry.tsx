import type { ComponentProps } from 'react'
import { NumberFields } from '@/features/games/number-fields'
import type { Game } from '@/features/catalogue/queries'
import { PlayerFields } from '@/features/games/player-fields'
import { goTo, type Part, type Step } from '@/features/games/step'
import type { useEntry } from './use-entry'

const NOTHING: ReadonlySet<Part> = new Set()
const FIELDS: Partial<Record<Part, string>> = { player: '[name=player]', server: '[name=server], select', consent: '[name=consent]' }
const ID = 'correct-player'

/** Scrolls to the first part that is missing and focuses it. */
export function showMissing([first]: readonly Part[]): void {
  if (first) goTo(ID, FIELDS[first] ?? '')
}

interface PlayerEntryProps {
  game: Game
  rule: NonNullable<Game['playerId']>
  entry: ReturnType<typeof useEntry>
  /** Whether the buyer tried to go on. */
  tried: boolean
}

/** The fields of a game's page for the player, within the sheet. */
export function PlayerEntry({ game, rule, entry, tried }: PlayerEntryProps) {
  return (
    <PlayerFields
      game={game}
      rule={rule}
      player={entry.player}
      typed={entry.typed}
      playerId={entry.playerId}
      server={entry.server}
      missing={tried ? new Set(entry.lacking) : NOTHING}
      onPlayerId={entry.type}
      onServer={entry.choose}
      Frame={Frame}
    />
  )
}

interface NumberEntryProps extends Omit<PlayerEntryProps, 'rule'> {
  productId: number
}

/** The field of a package's page for the number, with the consent of its owner, within the sheet. */
export function NumberEntry({ game, productId, entry, tried }: NumberEntryProps) {
  return (
    <NumberFields
      game={game}
      product={{ id: productId }}
      player={entry.player}
      typed={entry.typed}
      number={entry.playerId}
      missing={tried ? new Set(entry.lacking) : NOTHING}
      onNumber={entry.type}
      Frame={Frame}
    />
  )
}

function Frame({ title, aside, children }: ComponentProps<typeof Step>) {
  return (
    <fieldset id={ID} className="flex min-w-0 flex-col gap-3">
      <legend className="sr-only">{title}</legend>
      {children}
      {aside && <div>{aside}</div>}
    </fieldset>
  )
}
