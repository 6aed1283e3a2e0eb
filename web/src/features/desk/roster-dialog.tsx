import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type DeskEntrant, type Entry, type EsportGame, type PlayerLack, registrationUpdateRoster, type Tournament } from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { teamPlayersQuery } from '@/features/registration/queries'
import { refusedPeople } from '@/features/registration/refused-people'
import { type Candidate, candidates, fitsPattern, lacksOf } from '@/features/registration/roster'
import { draftOf, sentPlayers } from '@/features/registration/use-draft'
import { RosterStep } from '@/features/registration/roster-step'
import { gamesQuery } from '@/features/tournaments/queries'
import { useLanguage, useTexts } from '@/i18n'
import { useEntrantTexts } from '@/i18n/entrants'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { QueryError } from '@/ui/query-error'
import { toast } from '@/ui/toast'
import { deskEntryQuery } from './queries'
import { ReasonDialog } from './reason-dialog'
import { type RosterChange, rosterChanges } from './roster-changes'

interface RosterDialogProps {
  tournament: Tournament
  entrant: DeskEntrant & { teamId: number }
  onEnd: () => void
}

/** Lets staff change a team's roster, also when rosters are locked. */
export function RosterDialog(props: RosterDialogProps) {
  const { tournament, entrant } = props
  const language = useLanguage()
  const entry = useQuery(deskEntryQuery(entrant.id, language))
  const team = useQuery(teamPlayersQuery(tournament.id, tournament.game.id, entrant.teamId, language))
  const games = useQuery(gamesQuery)
  const failed = [entry, team, games].find(({ error, data }) => error && !data)
  const game = games.data?.items.find(({ id }) => id === tournament.game.id)
  if (entry.data && team.data && game)
    return <Choosing {...props} entry={entry.data} game={game} players={candidates(team.data.players, entry.data.players)} />
  const again = () => void Promise.all([entry.refetch(), team.refetch(), games.refetch()])
  return (
    <Frame {...props}>
      {failed?.error ? <QueryError problem={problemOf(failed.error)} onRetry={again} /> : <div className="skeleton h-72" />}
    </Frame>
  )
}

function Frame({ entrant, onEnd, actions, children }: RosterDialogProps & { actions?: ReactNode; children: ReactNode }) {
  const t = useEntrantTexts('desk')
  return (
    <Dialog open onClose={onEnd} title={t('roster.title', { name: entrant.name })} width={700} actions={actions}>
      {children}
    </Dialog>
  )
}

interface ChoosingProps extends RosterDialogProps {
  entry: Entry
  game: EsportGame
  players: readonly Candidate[]
}

function Choosing(props: ChoosingProps) {
  const { tournament, entrant, entry, game, players, onEnd } = props
  const t = useEntrantTexts('desk')
  const common = useTexts('common')
  const registration = useTexts('registration')
  const [draft, setDraft] = useState(() => draftOf(entry, undefined))
  const [confirming, setConfirming] = useState(false)
  const saving = useSaving(props)
  const limits = { main: tournament.mainPlayers, substitutes: tournament.maxSubstitutes }
  const nameOf = (userId: number) => players.find((player) => player.userId === userId)?.displayName ?? ''
  const changes = rosterChanges(entry.players, draft.chosen, nameOf)
  const few = limits.main - draft.chosen.filter(({ role }) => role === 'main').length
  // A half-typed game ID would be sent as none.
  const halfTyped = draft.chosen.some(({ gameId }) => gameId.trim() !== '' && !fitsPattern(gameId, game.idPattern))
  const needsId = (): PlayerLack => ({ code: 'player_game_id_missing', message: registration('lack.gameIdLong'), what: 'game_id' })
  if (confirming) {
    return (
      <ReasonDialog
        title={t('roster.confirmTitle', { name: entrant.name })}
        action={t('roster.go')}
        label={t('reason.label')}
        act={async (reason) => {
          await saving.mutateAsync({ players: sentPlayers(draft.chosen, game.idPattern), reason })
          onEnd()
        }}
        onEnd={() => setConfirming(false)}
      >
        <Happens changes={changes} published={Boolean(tournament.bracketPublishedAt)} />
      </ReasonDialog>
    )
  }
  return (
    <Frame
      {...props}
      actions={
        <>
          <Button onClick={onEnd}>{common('action.cancel')}</Button>
          <Button look="primary" disabled={few > 0 || halfTyped || changes.length === 0} onClick={() => setConfirming(true)}>
            {t('roster.next')}
          </Button>
        </>
      }
    >
      <RosterStep
        game={game}
        single={false}
        limits={limits}
        players={players}
        lacksOf={(player) =>
          lacksOf(player, draft.chosen.find(({ userId }) => userId === player.userId)?.gameId, game.idPattern, [], needsId)
        }
        draft={draft}
        onChange={setDraft}
        me={undefined}
        tournamentId={tournament.id}
        refused={refusedPeople(saving.error)}
      />
      <p role="status" className={few > 0 ? 'pt-3 text-amber' : 'pt-3 text-sm text-mute'}>
        {few > 0 ? registration('summary.choose', { count: few }) : changes.length === 0 ? t('roster.same') : ''}
      </p>
    </Frame>
  )
}

/** Announces the consequences in advance: for each player what changes, and what does not. */
function Happens({ changes, published }: { changes: readonly RosterChange[]; published: boolean }) {
  const t = useEntrantTexts('desk')
  return (
    <>
      <ul className="list-disc pl-5 text-text">
        {changes.map(({ userId, name, what }) => (
          <li key={`${userId} ${what}`}>{t(`roster.change.${what}`, { name })}</li>
        ))}
      </ul>
      <p className="mt-3">{t(published ? 'roster.published' : 'roster.before')}</p>
    </>
  )
}

function useSaving({ tournament, entrant, entry }: ChoosingProps) {
  const t = useEntrantTexts('desk')
  const queries = useQueryClient()
  const again = () => Promise.all(['deskEntry', 'deskEvidence'].map((key) => queries.invalidateQueries({ queryKey: [key, entrant.id] })))
  return useMutation({
    mutationFn: (told: { players: ReturnType<typeof sentPlayers>; reason: string }) =>
      answerOf(registrationUpdateRoster({ body: { entrantId: entrant.id, version: entry.version, ...told } })),
    onSuccess: async () => {
      await Promise.all([again(), queries.invalidateQueries({ queryKey: ['deskEntrants', tournament.id] })])
      void toast(t('roster.done', { name: entrant.name }), { tone: 'success' })
    },
    // Someone else may have changed the entry in the meantime.
    onError: again,
  })
}
