import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Entry, type EsportGame, type PlayerLack, registrationUpdateRoster, type Tournament } from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { useSession } from '@/api/session'
import { useLanguage, useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { QueryError } from '@/ui/query-error'
import { toast } from '@/ui/toast'
import { ProblemNotice } from '@/ui/problem-notice'
import { teamPlayersQuery } from './queries'
import { candidates, lacksOf } from './roster'
import { draftOf, sentPlayers } from './use-draft'
import { refusedPeople } from './refused-people'
import { RosterStep } from './roster-step'

interface RosterEditProps {
  tournament: Tournament
  game: EsportGame
  entry: Entry
  onEnd: () => void
}

/** Changes the roster after the entry was sent, until rosters are locked. */
export function RosterEdit({ tournament, game, entry, onEnd }: RosterEditProps) {
  const t = useTexts('registration')
  const common = useTexts('common')
  const language = useLanguage()
  const queries = useQueryClient()
  const me = useSession((session) => session.me?.id)
  const team = useQuery(teamPlayersQuery(tournament.id, tournament.game.id, entry.teamId ?? 0, language))
  const [draft, setDraft] = useState(() => draftOf(entry, me))
  const limits = { main: tournament.mainPlayers, substitutes: tournament.maxSubstitutes }
  const saving = useMutation({
    mutationFn: () =>
      answerOf(
        registrationUpdateRoster({
          body: {
            entrantId: entry.id,
            version: entry.version,
            players: sentPlayers(draft.chosen, game.idPattern),
          },
        }),
      ),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['tournamentMe', tournament.id] })
      void toast(t('edit.kept'), { tone: 'success' })
      onEnd()
    },
  })
  if (team.error) return <QueryError problem={problemOf(team.error)} onRetry={() => void team.refetch()} />
  if (!team.data) return <div className="skeleton h-72" />
  const needsId = (): PlayerLack => ({ code: 'player_game_id_missing', message: t('lack.gameIdLong'), what: 'game_id' })
  const few = limits.main - draft.chosen.filter(({ role }) => role === 'main').length
  return (
    <section aria-labelledby="edit" className="flex flex-col gap-4">
      <h2 id="edit" className="text-xl">
        {t('edit.heading')}
      </h2>
      {(entry.status === 'join' || entry.status === 'waitlist') && <p className="text-sm text-mute">{t('edit.again')}</p>}
      <RosterStep
        game={game}
        single={false}
        limits={limits}
        players={candidates(team.data.players, entry.players)}
        lacksOf={(player) =>
          lacksOf(player, draft.chosen.find(({ userId }) => userId === player.userId)?.gameId, game.idPattern, [], needsId)
        }
        draft={draft}
        onChange={setDraft}
        me={me}
        tournamentId={tournament.id}
        refused={refusedPeople(saving.error)}
      />
      {saving.error && <ProblemNotice error={saving.error} />}
      {few > 0 && (
        <p role="status" className="text-amber">
          {t('summary.choose', { count: few })}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button look="primary" busy={saving.isPending} disabled={few > 0} onClick={() => saving.mutate()}>
          {t('edit.keep')}
        </Button>
        <Button look="ghost" onClick={onEnd}>
          {common('action.cancel')}
        </Button>
      </div>
    </section>
  )
}
