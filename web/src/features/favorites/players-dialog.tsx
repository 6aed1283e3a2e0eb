import { useMutation } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { SavedPlayer } from '@/api/generated'
import { savePlayerLimits } from '@/api/limits.gen'
import { problemOf } from '@/api/problem'
import { useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { TextField } from '@/ui/field'
import { useProblemText } from '@/ui/query-error'
import { useSavedPlayers } from './players'

interface PlayersDialogProps {
  gameId: number
  /** Whether they are mobile numbers: these are shown masked. */
  byNumber: boolean
  players: readonly SavedPlayer[]
  /** The player to save; undefined to manage the saved ones. */
  adding: { playerId: string; server: string; name: string } | undefined
  onClose: () => void
}

/** Names, renames and removes saved players. */
export default function PlayersDialog({ gameId, byNumber, players, adding, onClose }: PlayersDialogProps) {
  const t = useTexts('games')
  const texts = byNumber ? 'number' : 'game'
  const common = useTexts('common')
  const { save } = useSavedPlayers()
  const problemText = useProblemText()
  const [nickname, setNickname] = useState('')
  const add = useMutation({
    mutationFn: (player: NonNullable<typeof adding>) =>
      save({
        gameId,
        playerId: player.playerId,
        ...(player.server && { server: player.server }),
        nickname: nickname.trim() || player.name,
      }),
    onSuccess: onClose,
  })
  if (!adding) {
    return (
      <Dialog
        open
        onClose={onClose}
        title={t(`${texts}.managePlayers`)}
        actions={<Button onClick={onClose}>{common('action.close')}</Button>}
      >
        <ul className="flex flex-col gap-4">
          {players.map((player) => (
            <Player key={player.id} player={player} byNumber={byNumber} />
          ))}
        </ul>
        {players.length === 0 && <p className="text-mute">{t(`${texts}.noPlayers`)}</p>}
      </Dialog>
    )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(`${texts}.savePlayer`)}
      actions={
        <>
          <Button look="ghost" onClick={onClose}>
            {common('action.cancel')}
          </Button>
          <Button look="primary" busy={add.isPending} onClick={() => add.mutate(adding)}>
            {t('game.save')}
          </Button>
        </>
      }
    >
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          add.mutate(adding)
        }}
      >
        <p className="text-sm text-mute">
          {byNumber ? (
            <span className="num">{adding.name}</span>
          ) : (
            <>
              {adding.name} · <span className="num">{adding.playerId}</span>
            </>
          )}
        </p>
        <TextField
          label={t('game.nickname')}
          value={nickname}
          maxLength={savePlayerLimits.nickname}
          placeholder={t(`${texts}.nicknameExample`)}
          onChange={(event) => setNickname(event.target.value)}
          error={add.error ? problemText(problemOf(add.error)) : undefined}
        />
      </form>
    </Dialog>
  )
}

function Player({ player, byNumber }: { player: SavedPlayer; byNumber: boolean }) {
  const t = useTexts('games')
  const problemText = useProblemText()
  const { save, remove } = useSavedPlayers()
  const [nickname, setNickname] = useState(player.nickname)
  const { id, gameId, playerId, server } = player
  const rename = useMutation({
    mutationFn: () => save({ id, gameId, playerId, ...(server && { server }), nickname: nickname.trim() }),
  })
  const forget = useMutation({ mutationFn: () => remove(player) })
  const changed = nickname.trim() !== '' && nickname.trim() !== player.nickname
  const error = rename.error ?? forget.error
  return (
    <li>
      <form
        className="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          if (changed) rename.mutate()
        }}
      >
        <TextField
          className="min-w-0 flex-1"
          label={
            <span className="flex flex-wrap gap-x-2">
              {player.playerName ?? t('game.nickname')} {!byNumber && <span className="text-mute">{playerId}</span>}
              {player.serverName && <span className="text-mute">{player.serverName}</span>}
            </span>
          }
          value={nickname}
          maxLength={savePlayerLimits.nickname}
          onChange={(event) => setNickname(event.target.value)}
        />
        {changed ? (
          <Button type="submit" busy={rename.isPending}>
            {t('game.save')}
          </Button>
        ) : (
          <Button
            look="ghost"
            busy={forget.isPending}
            aria-label={`${t('game.forgetPlayer')} ${player.nickname}`}
            onClick={() => forget.mutate()}
          >
            <Trash2 className="size-5" aria-hidden="true" />
          </Button>
        )}
      </form>
      {error && (
        <p role="alert" className="mt-1.5 text-sm text-red">
          {problemText(problemOf(error))}
        </p>
      )}
    </li>
  )
}
