import { Bookmark } from 'lucide-react'
import { useSession } from '@/api/session'
import { useTexts } from '@/i18n'
import { KnownChip } from './known-chip'
import { useEarlierPlayers, useSavedPlayers } from './players'
import { SaveKnown } from './save-known'

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
  const saved = players.filter((player) => player.gameId === gameId)
  const isSaved = (id: string, at: string) => saved.some((known) => known.playerId === id && (known.server ?? '') === at)
  const others = earlier.filter((known) => known.playerId !== playerId && !isSaved(known.playerId, known.server ?? ''))
  const savable = member && found !== undefined && !isSaved(playerId, server) ? { playerId, server, name: found } : undefined
  if (saved.length === 0 && others.length === 0 && !savable) return null
  return (
    <fieldset className="flex flex-wrap items-center gap-2">
      <legend className="sr-only">{t('game.known')}</legend>
      {saved.map((known) => (
        <KnownChip
          key={known.id}
          pressed={known.playerId === playerId && (known.server ?? '') === server}
          onChoose={() => onChoose({ playerId: known.playerId, server: known.server ?? '' })}
        >
          <Bookmark className="size-4 flex-none fill-current text-lime" aria-hidden="true" />
          <span className="font-semibold">{known.nickname}</span>
          <span className="num text-mute">{known.playerId}</span>
          {known.serverName && <span className="text-mute">· {known.serverName}</span>}
        </KnownChip>
      ))}
      {others.map((known) => (
        <KnownChip
          key={`${known.playerId} ${known.server ?? ''}`}
          onChoose={() => onChoose({ playerId: known.playerId, server: known.server ?? '' })}
        >
          {known.playerName && <span className="font-semibold">{known.playerName}</span>}
          <span className="num text-mute">{known.playerId}</span>
          {known.serverName && <span className="text-mute">· {known.serverName}</span>}
        </KnownChip>
      ))}
      <SaveKnown gameId={gameId} saved={saved} savable={savable} />
    </fieldset>
  )
}
