import { isActiveEntrant, mayBeAdmitted } from '@/api/state-sets.gen'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type DeskEntrant, type EntryPlayer, registrationRemove, type Tournament } from '@/api/generated'
import { ApiProblem, answerOf, problemOf } from '@/api/problem'
import { readCounts } from '@/features/tournaments/counts'
import { useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { Notice } from '@/ui/feedback'
import { useProblemText } from '@/ui/query-error'
import { toast } from '@/ui/toast'
import { type Decision, decideAll, type Outcome } from './decide'
import { readAgainIfChanged } from './queries'
import { MissingDialog } from './missing-dialog'
import { ReasonDialog } from './reason-dialog'
import { RosterDialog } from './roster-dialog'
import { useShowStatus } from './use-entrants'
import { Key } from './key'

/** Decides about one entry; after an admission, the next one is shown. */
export function useVerdict(tournament: Tournament, entrant: DeskEntrant, onNext: () => void) {
  const t = useTexts('desk')
  const show = useShowStatus(tournament.id)
  const queries = useQueryClient()
  const [asks, setAsks] = useState<'reject' | 'ask' | 'roster' | 'remove'>()
  const deciding = useMutation({
    mutationFn: async (decision: Decision) => {
      const outcomes: Outcome[] = []
      await decideAll([entrant], decision, (told) => outcomes.push(...told))
      const [outcome = { id: entrant.id }] = outcomes
      if (outcome.problem) throw new ApiProblem(409, outcome.problem)
      return outcome
    },
    onSuccess: (outcome) => {
      const { status } = outcome
      if (!status) return
      show([outcome])
      if (status !== 'join' && status !== 'waitlist') return
      void toast(t(status === 'join' ? 'verdict.admitted' : 'verdict.waits', { name: entrant.name }), { tone: 'success' })
      onNext()
    },
    onError: (error) => readAgainIfChanged(queries, tournament.id, entrant.id, error),
  })
  const approvable = mayBeAdmitted(entrant.status)
  const active = isActiveEntrant(entrant.status)
  return {
    deciding,
    approvable,
    active,
    asks,
    ask: setAsks,
    approve: () => {
      if (approvable && !deciding.isPending) deciding.mutate({ status: 'join' })
    },
  }
}

interface VerdictProps {
  tournament: Tournament
  entrant: DeskEntrant
  players: readonly EntryPlayer[]
  verdict: ReturnType<typeof useVerdict>
  /** No document is open: the decision is the main action. */
  main: boolean
}

/** The decisions about an entry; each change states its consequence. */
export function Verdict({ tournament, entrant, players, verdict, main }: VerdictProps) {
  const t = useTexts('desk')
  const problemText = useProblemText()
  const { deciding, approvable, active, asks, ask, approve } = verdict
  const { status, name } = entrant
  const drawn = tournament.phase === 'competition' || tournament.phase === 'finished'
  const over = tournament.phase === 'cancelled' || tournament.phase === 'finished'
  const end = () => ask(undefined)
  return (
    <div className="flex flex-col gap-3 border-t border-line py-4 md:px-4">
      {deciding.error && <Notice tone="error">{problemText(problemOf(deciding.error))}</Notice>}
      {approvable && (
        <Button look={main ? 'primary' : 'plain'} busy={deciding.isPending} onClick={approve}>
          {t('verdict.approve')} {main && <Key>A</Key>}
        </Button>
      )}
      <div className="flex flex-wrap gap-2">
        {active && players.some(({ documents }) => documents.length > 0) && (
          <Button size="sm" onClick={() => ask('ask')}>
            {t('verdict.ask')}
          </Button>
        )}
        {active && status !== 'join' && (
          <Button size="sm" onClick={() => ask('reject')}>
            {t('verdict.reject')} {main && <Key>R</Key>}
          </Button>
        )}
        {(status === 'reject' || status === 'invalid') && (
          <Button size="sm" busy={deciding.isPending} onClick={() => deciding.mutate({ status: 'register' })}>
            {t('verdict.back')}
          </Button>
        )}
        {active && !over && entrant.teamId != null && (
          <Button size="sm" onClick={() => ask('roster')}>
            {t('verdict.roster')}
          </Button>
        )}
        {active && (
          <Button size="sm" look="ghost" onClick={() => ask('remove')}>
            {t('verdict.remove')}
          </Button>
        )}
      </div>
      {asks === 'reject' && (
        <ReasonDialog
          title={t('verdict.rejectTitle', { name })}
          action={t('verdict.reject')}
          danger
          label={t('reason.label')}
          ready={t('ready.reject', { returnObjects: true })}
          act={(reason) => deciding.mutateAsync({ status: 'reject', reason })}
          onEnd={end}
        >
          {t('verdict.rejectText')}
        </ReasonDialog>
      )}
      {asks === 'ask' && <MissingDialog tournament={tournament} entrant={entrant} players={players} onEnd={end} />}
      {asks === 'roster' && entrant.teamId != null && (
        <RosterDialog tournament={tournament} entrant={{ ...entrant, teamId: entrant.teamId }} onEnd={end} />
      )}
      {asks === 'remove' && <Remove tournament={tournament} entrant={entrant} drawn={drawn} onEnd={end} />}
    </div>
  )
}

function Remove({
  tournament,
  entrant,
  drawn,
  onEnd,
}: {
  tournament: Tournament
  entrant: DeskEntrant
  drawn: boolean
  onEnd: () => void
}) {
  const t = useTexts('desk')
  const queries = useQueryClient()
  return (
    <ReasonDialog
      title={t('verdict.removeTitle', { name: entrant.name })}
      action={t('verdict.remove')}
      danger
      label={t('reason.label')}
      act={async (reason) => {
        const path = { tournament_id: tournament.id, contestant_id: entrant.id }
        const { entriesVersion } = await answerOf(registrationRemove({ path, body: { reason } }))
        readCounts(queries, tournament.id, entriesVersion)
        await queries.invalidateQueries({ queryKey: ['deskEntrants', tournament.id] })
      }}
      onEnd={onEnd}
    >
      {t(drawn ? 'verdict.removeDrawn' : 'verdict.removeText')}
    </ReasonDialog>
  )
}
