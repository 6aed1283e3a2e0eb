import { Bookmark, Settings2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useSession } from '@/api/session'
import { useTexts } from '@/i18n'
import { cx } from '@/ui/cx'
import { useEarlierPlayers, useSavedPlayers } from './players'
import { part } from '@/ui/load'

/** Few users save many players. */
const PlayersDialog = part(() => import('./players-dialog'))

interface KnownPlayersProps {
  gameId: number
  /** The ID being typed, and its server */
  playerId: string
  server: string
  /** The name at the partner, once found: then the player can be saved. */
  found: string | undefined
  onChoose: (player: { playerId: string; server: string }) => void
}

/** Players to choose with one tap: saved ones first, then IDs topped up before. */
export function KnownPlayers({ gameId, playerId, server, found, onChoose }: KnownPlayersProps) {
  const t = useTexts('games')
  const member = useSession(({ status }) => status === 'member')
  const { players } = useSavedPlayers()
  const earlier = useEarlierPlayers(gameId).data?.items ?? []
  const [open, setOpen] = useState<'save' | 'all'>()
  const saved = players.filter((player) => player.gameId === gameId)
  const isSaved = (id: string, at: string) => saved.some((known) => known.playerId === id && (known.server ?? '') === at)
  const others = earlier.filter((known) => known.playerId !== playerId && !isSaved(known.playerId, known.server ?? ''))
  const savable = member && found !== undefined && !isSaved(playerId, server)
  if (saved.length === 0 && others.length === 0 && !savable) return null
  const chip = 'inline-flex min-h-11 items-center gap-1.5 rounded-control px-3 text-left text-sm ring-1 ring-inset hover:ring-lime'
  return (
    <fieldset className="flex flex-wrap items-center gap-2">
      <legend className="sr-only">{t('game.known')}</legend>
      {saved.map((known) => {
        const current = known.playerId === playerId && (known.server ?? '') === server
        return (
          <button
            key={known.id}
            type="button"
            aria-pressed={current}
            className={cx(chip, current ? 'bg-lime-dim text-lime ring-lime' : 'ring-control')}
            onClick={() => onChoose({ playerId: known.playerId, server: known.server ?? '' })}
          >
            <Bookmark className="size-4 flex-none fill-current text-lime" aria-hidden="true" />
            <span className="font-semibold">{known.nickname}</span>
            <span className="num text-mute">{known.playerId}</span>
            {known.serverName && <span className="text-mute">· {known.serverName}</span>}
          </button>
        )
      })}
      {others.map((known) => (
        <button
          key={`${known.playerId} ${known.server ?? ''}`}
          type="button"
          className={cx(chip, 'ring-control')}
          onClick={() => onChoose({ playerId: known.playerId, server: known.server ?? '' })}
        >
          {known.playerName && <span className="font-semibold">{known.playerName}</span>}
          <span className="num text-mute">{known.playerId}</span>
          {known.serverName && <span className="text-mute">· {known.serverName}</span>}
        </button>
      ))}
      {savable && (
        <button type="button" className={cx(chip, 'text-lime ring-lime/40')} onClick={() => setOpen('save')}>
          <Bookmark className="size-4 flex-none" aria-hidden="true" />
          {t('game.savePlayer')}
        </button>
      )}
      {saved.length > 0 && (
        <button
          type="button"
          aria-label={t('game.managePlayers')}
          title={t('game.managePlayers')}
          className="grid size-11 place-items-center rounded-control text-mute hover:text-text"
          onClick={() => setOpen('all')}
        >
          <Settings2 className="size-4.5" aria-hidden="true" />
        </button>
      )}
      {open && (
        <Suspense>
          <PlayersDialog
            gameId={gameId}
            players={saved}
            adding={open === 'save' ? { playerId, server, name: found ?? playerId } : undefined}
            onClose={() => setOpen(undefined)}
          />
        </Suspense>
      )}
    </fieldset>
  )
}
