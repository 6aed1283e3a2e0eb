import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Bell, Check as Tick } from 'lucide-react'
import { type Entry, type EntryPlayer, type EsportGame, registrationRemind } from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { useTexts } from '@/i18n'
import { Avatar } from '@/ui/avatar'
import { Button } from '@/ui/button'
import { useProblemText } from '@/ui/query-error'
import { Tag } from '@/ui/tag'
import { toast } from '@/ui/toast'
import { useLackLabels } from './lack-labels'
import { wasReminded } from './player-row'

/** The players of an entry, and the progress of each. */
export function EntryPlayers({ entry, game, captain, me }: { entry: Entry; game: EsportGame; captain: boolean; me: number | undefined }) {
  const t = useTexts('registration')
  const problemText = useProblemText()
  const queries = useQueryClient()
  const reminding = useMutation({
    mutationFn: (userId: number) => answerOf(registrationRemind({ body: { entrantId: entry.id, userId } })),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['tournamentMe', entry.tournamentId] })
      void toast(t('who.remindedToast'), { tone: 'success' })
    },
    onError: (error) => void toast(problemText(problemOf(error)), { tone: 'error' }),
  })
  return (
    <ul>
      {entry.players.map((player) => (
        <li key={player.userId} className="flex items-center gap-3 border-b border-line py-3 last:border-0">
          <Avatar name={player.displayName} picture={player.picture} />
          <div className="min-w-0 flex-1">
            <p className="flex flex-wrap items-center gap-x-2">
              {player.displayName}
              {player.userId === me && <span className="text-sm text-mute">{t('you')}</span>}
              {player.role === 'substitute' && <Tag>{t('role.substitute')}</Tag>}
            </p>
            <How player={player} game={game} />
          </div>
          {player.ready && !player.left ? (
            <Tick className="size-5 flex-none text-lime" role="img" aria-label={t('ready')} />
          ) : captain && player.userId !== me && !player.left && !player.refusal ? (
            wasReminded(player.remindedAt) ? (
              <span className="flex-none text-sm text-mute">{t('who.reminded')}</span>
            ) : (
              <Button
                size="sm"
                busy={reminding.isPending && reminding.variables === player.userId}
                aria-label={t('who.remindOf', { name: player.displayName })}
                onClick={() => reminding.mutate(player.userId)}
              >
                <Bell className="size-4" aria-hidden="true" />
                {t('who.remind')}
              </Button>
            )
          ) : null}
        </li>
      ))}
    </ul>
  )
}

function How({ player, game }: { player: EntryPlayer; game: EsportGame }) {
  const t = useTexts('registration')
  const words = useLackLabels(game)
  if (player.left) return <p className="text-sm text-red">{t('left')}</p>
  if (player.refusal) return <p className="text-sm text-red">{player.refusal.message}</p>
  const invalid = player.documents.filter(({ checked }) => checked === 'invalid')
  if (player.missing.length > 0) return <p className="text-sm text-amber">{words(player.missing)}</p>
  if (invalid.length > 0) return <p className="text-sm text-red">{t('invalidDocuments')}</p>
  // Only the captain sees others' missing items.
  if (!player.ready) return <p className="text-sm text-mute">{t('notReady')}</p>
  return <p className="num text-sm text-mute">{player.gameId}</p>
}
