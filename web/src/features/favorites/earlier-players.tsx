import { useTexts } from '@/i18n'
import { useEarlierPlayers } from './players'

interface EarlierPlayersProps {
  gameId: number
  /** The ID that is typed now */
  playerId: string
  onChoose: (player: { playerId: string; server: string }) => void
}

/** Player IDs that this person topped up before, to choose with one tap. Nothing when there are none, or they cannot be asked for. */
export function EarlierPlayers({ gameId, playerId, onChoose }: EarlierPlayersProps) {
  const t = useTexts('games')
  const { data } = useEarlierPlayers(gameId)
  const others = data?.items.filter((known) => known.playerId !== playerId) ?? []
  if (others.length === 0) return null
  return (
    <fieldset className="flex flex-wrap items-center gap-2">
      <legend className="sr-only">{t('game.known')}</legend>
      <span aria-hidden="true" className="text-sm text-mute">
        {t('game.known')}
      </span>
      {others.map((known) => (
        <button
          key={`${known.playerId} ${known.server ?? ''}`}
          type="button"
          className="min-h-11 rounded-control px-3 text-left text-sm ring-1 ring-control ring-inset hover:ring-lime"
          onClick={() => onChoose({ playerId: known.playerId, server: known.server ?? '' })}
        >
          {known.playerName && <span className="mr-1.5 font-semibold">{known.playerName}</span>}
          <span className="num text-mute">{known.playerId}</span>
        </button>
      ))}
    </fieldset>
  )
}
