import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Fragment } from 'react'
import { type EsportGame, type PlayerLack, registrationRemind } from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { useTexts } from '@/i18n'
import { useProblemText } from '@/ui/query-error'
import { toast } from '@/ui/toast'
import { PlayerRow } from './player-row'
import { type Candidate, grouped, roomFor, toggle, withGameId, withRole } from './roster'
import type { Draft } from './use-draft'

export interface RosterStepProps {
  game: EsportGame
  single: boolean
  limits: { main: number; substitutes: number }
  players: readonly Candidate[]
  lacksOf: (player: Candidate) => PlayerLack[]
  draft: Draft
  onChange: (draft: Draft) => void
  me: number | undefined
  /** Returns the entry's id, once it is stored. */
  onNeedEntry?: (() => Promise<{ id: number }>) | undefined
  tournamentId: number
  /** The server's refusals by user ID. */
  refused: ReadonlyMap<number, string>
}

/** Step 1: the roster. Members are tapped in and out, counted against the limits. */
export function RosterStep({
  game,
  single,
  limits,
  players,
  lacksOf,
  draft,
  onChange,
  me,
  onNeedEntry,
  tournamentId,
  refused,
}: RosterStepProps) {
  const t = useTexts('registration')
  const { chosen } = draft
  const remind = useRemind(tournamentId, onNeedEntry)
  const room = { main: roomFor(chosen, 'main', limits) > 0, substitute: roomFor(chosen, 'substitute', limits) > 0 }
  const groups = grouped(players, chosen)
  const row = (player: Candidate) => (
    <PlayerRow
      key={player.userId}
      player={player}
      chosen={chosen.find(({ userId }) => userId === player.userId)}
      lacks={lacksOf(player)}
      me={player.userId === me}
      problem={refused.get(player.userId)}
      game={game}
      single={single}
      room={room}
      onToggle={() => onChange({ ...draft, chosen: toggle(chosen, player, limits) })}
      onRole={(role) => onChange({ ...draft, chosen: withRole(chosen, player.userId, role, limits) })}
      onGameId={(gameId) => onChange({ ...draft, chosen: withGameId(chosen, player.userId, gameId) })}
      onRemind={onNeedEntry && (() => remind.mutate(player.userId))}
      reminding={remind.isPending && remind.variables === player.userId}
    />
  )
  if (single) return <div>{players.map(row)}</div>
  const left = roomFor(chosen, 'substitute', limits)
  const parts = [
    { key: 'main', title: t('who.main'), rows: groups.main, empty: t('who.mainEmpty') },
    ...(limits.substitutes > 0
      ? [{ key: 'substitutes', title: t('who.substitutes', { count: left }), rows: groups.substitutes, empty: '' }]
      : []),
    { key: 'others', title: t('who.others'), rows: groups.others, empty: '' },
  ]
  return (
    // One list, so that the row keeps the focus when a tap moves it to another group.
    <div>
      {parts
        .map(({ key, title, rows, empty }) =>
          rows.length > 0 || empty ? (
            <Fragment key={key}>
              <h3 className="mt-6 mb-1 font-sans text-sm font-normal text-mute first:mt-0">{title}</h3>
              {rows.length === 0 && <p className="py-3 text-mute">{empty}</p>}
            </Fragment>
          ) : null,
        )
        .flatMap((heading, index) => [heading, ...(parts[index]?.rows ?? []).map(row)])}
    </div>
  )
}

function useRemind(tournamentId: number, onNeedEntry: RosterStepProps['onNeedEntry']) {
  const t = useTexts('registration')
  const problemText = useProblemText()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (userId: number) => {
      const entry = await onNeedEntry?.()
      if (entry) await answerOf(registrationRemind({ body: { entrantId: entry.id, userId } }))
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['tournamentMe', tournamentId] })
      void toast(t('who.remindedToast'), { tone: 'success' })
    },
    onError: (error) => void toast(problemText(problemOf(error)), { tone: 'error' }),
  })
}
