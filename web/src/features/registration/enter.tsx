import type { Entry, EsportGame, PlayerLack, PlayerReadiness, TeamSummary, Tournament } from '@/api/generated'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { problemOf } from '@/api/problem'
import { useSession } from '@/api/session'
import { useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { cx } from '@/ui/cx'
import { Notice } from '@/ui/feedback'
import { useProblemText } from '@/ui/query-error'
import { ProblemNotice } from '@/ui/problem-notice'
import { Counts } from './counts'
import { EntryHead } from './entry-head'
import { Evidence } from './evidence'
import { Progress, type Step } from './progress'
import { Review } from './review'
import { type Candidate, candidates, lacksOf } from './roster'
import { refusedPeople } from './refused-people'
import { draftOf, useDraft } from './use-draft'
import { RosterStep } from './roster-step'

interface EnterProps {
  tournament: Tournament
  game: EsportGame
  players: readonly PlayerReadiness[]
  team: TeamSummary | null | undefined
  /** The existing draft. */
  entry: Entry | null | undefined
  /** Called once it is sent. */
  onSent: () => void
}

/** The entry form, in up to three short steps; the draft is stored on the server throughout. */
export function Enter({ tournament, game, players: ready, team, entry, onSent }: EnterProps) {
  const t = useTexts('registration')
  const me = useSession((session) => session.me?.id)
  const single = tournament.contestantType === 'single'
  const keeping = useDraft(tournament.id, single ? undefined : team?.id, game.idPattern, firstDraft(entry, single ? ready : [], me), entry)
  const { draft, change } = keeping
  const entered = entry?.players ?? []
  const players = candidates(ready, entered)
  const limits = { main: single ? 1 : tournament.mainPlayers, substitutes: single ? 0 : tournament.maxSubstitutes }
  const ownKinds = (Object.keys(draft.documents) as Array<keyof typeof draft.documents>).filter((kind) => draft.documents[kind])
  const needsId = (): PlayerLack => ({ code: 'player_game_id_missing', message: t('lack.gameIdLong'), what: 'game_id' })
  const lacks = (player: Candidate) =>
    lacksOf(
      player,
      draft.chosen.find(({ userId }) => userId === player.userId)?.gameId,
      game.idPattern,
      player.userId === me ? ownKinds : [],
      needsId,
    )
  const { steps, step, go } = useSteps(tournament.documents.length > 0)
  const summary = summaryOf(draft.chosen, players, lacks, limits)
  const sending = useSending(tournament.id, keeping.send, onSent)
  const next = steps[steps.indexOf(step) + 1]
  const button = next ? (
    <Button look="primary" onClick={() => go(next)}>
      {t('next', { step: t(`step.${next}`) })}
    </Button>
  ) : (
    <Button
      look="primary"
      busy={sending.isPending}
      onClick={() => {
        // Leads to the missing part; an invalid entry is not sent.
        if (summary.mains < limits.main) go('who')
        else sending.mutate()
      }}
    >
      {summary.missing > 0 ? t('sendAnyway') : t('send')}
    </Button>
  )
  return (
    <div className="flex flex-col gap-5 pb-4">
      <EntryHead tournament={tournament} aside={<SaveState state={keeping.state} />} />
      <Progress steps={steps} step={step} onStep={go} />
      <div className="grid items-start gap-8 md:grid-cols-[minmax(0,1fr)_340px]">
        <StepPart step={step}>
          {sending.error ? (
            <Refusal error={sending.error} />
          ) : (
            keeping.problem && <NotKept error={keeping.problem} onRetry={() => void keeping.flush().catch(() => {})} />
          )}
          {step === 'who' && (
            <>
              {!single && <div className="md:hidden">{<Numbers summary={summary} limits={limits} />}</div>}
              <RosterStep
                game={game}
                single={single}
                limits={limits}
                players={players}
                lacksOf={lacks}
                draft={draft}
                onChange={change}
                me={me}
                tournamentId={tournament.id}
                onNeedEntry={keeping.flush}
                refused={refusedPeople(sending.error ?? keeping.problem)}
              />
            </>
          )}
          {step === 'evidence' && (
            <Evidence tournament={tournament} draft={draft} onChange={change} players={players} entered={entered} me={me} />
          )}
          {step === 'check' && (
            <Review
              tournament={tournament}
              game={game}
              chosen={draft.chosen}
              players={players}
              lacksOf={lacks}
              teamName={single ? undefined : team?.name}
              onWho={() => go('who')}
            />
          )}
        </StepPart>
        <aside
          aria-label={t('summary.label')}
          className="flex flex-col gap-5 rounded-panel border border-line bg-panel p-5 max-md:hidden md:sticky md:top-24"
        >
          {!single && <Numbers summary={summary} limits={limits} />}
          <Standing summary={summary} limits={limits} />
          {button}
        </aside>
      </div>
      <Bar>
        <Standing summary={summary} limits={limits} />
        {button}
      </Bar>
    </div>
  )
}

/** In a tournament for single players, the user plays. */
function firstDraft(entry: Entry | null | undefined, alone: readonly PlayerReadiness[], me: number | undefined) {
  const draft = draftOf(entry, me)
  const [player] = alone
  if (draft.chosen.length > 0 || !player) return draft
  return { ...draft, chosen: [{ userId: player.userId, role: 'main' as const, gameId: player.gameId ?? '' }] }
}

/** The step is in the address, so that going back returns to the previous one. */
function useSteps(withEvidence: boolean) {
  const navigate = useNavigate({ from: '/esport/tournament/$id/register' })
  const { step: asked } = useSearch({ from: '/esport/tournament/$id/register' })
  const steps: readonly Step[] = withEvidence ? ['who', 'evidence', 'check'] : ['who', 'check']
  const step: Step = asked && steps.includes(asked) ? asked : 'who'
  const go = (to: Step) => void navigate({ search: to === 'who' ? {} : { step: to } })
  return { steps, step, go }
}

function useSending(tournamentId: number, send: () => Promise<Entry>, onSent: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: () => {
      onSent()
      for (const key of ['tournamentMe', 'tournament']) void queries.invalidateQueries({ queryKey: [key, tournamentId] })
    },
  })
}

interface Summary {
  mains: number
  substitutes: number
  ready: number
  chosen: number
  missing: number
  people: number
}

function summaryOf(
  chosen: ReturnType<typeof draftOf>['chosen'],
  players: readonly Candidate[],
  lacks: (player: Candidate) => readonly PlayerLack[],
  limits: { main: number },
): Summary {
  const counts = chosen.map(({ userId }) => {
    const player = players.find((each) => each.userId === userId)
    return player ? lacks(player).length : 0
  })
  const mains = chosen.filter(({ role }) => role === 'main').length
  return {
    mains,
    substitutes: chosen.length - mains,
    ready: counts.filter((count) => count === 0).length,
    chosen: Math.max(chosen.length, limits.main),
    missing: counts.reduce((sum, count) => sum + count, 0),
    people: counts.filter((count) => count > 0).length,
  }
}

function Numbers({ summary, limits }: { summary: Summary; limits: { main: number; substitutes: number } }) {
  const t = useTexts('registration')
  const { mains, substitutes, ready, chosen } = summary
  return (
    <Counts
      items={[
        { label: t('role.mains'), value: mains, of: limits.main, warn: mains < limits.main },
        ...(limits.substitutes > 0 ? [{ label: t('role.substituteShort'), value: substitutes, of: limits.substitutes }] : []),
        { label: t('summary.ready'), value: ready, of: chosen, warn: ready < chosen },
      ]}
    />
  )
}

/** The remaining steps before sending, in two short lines. */
function Standing({ summary, limits }: { summary: Summary; limits: { main: number } }) {
  const t = useTexts('registration')
  const lack = limits.main - summary.mains
  const [first, second] =
    lack > 0
      ? [t('summary.choose', { count: lack }), t('summary.chooseText')]
      : summary.missing > 0
        ? [t('summary.missing', { count: summary.missing }), t('summary.missingText', { count: summary.people })]
        : [t('summary.complete'), t('summary.completeText')]
  return (
    <p role="status" className="min-w-0">
      <span className={cx('num block leading-6', lack > 0 || summary.missing > 0 ? 'text-amber' : 'text-lime')}>{first}</span>
      <span className="block text-sm text-mute">{second}</span>
    </p>
  )
}

function SaveState({ state }: { state: 'kept' | 'keeping' | 'waiting' | 'failed' }) {
  const t = useTexts('registration')
  return (
    <span role="status" className={cx('text-sm', state === 'failed' || state === 'waiting' ? 'text-amber' : 'text-mute')}>
      {t(`draft.${state}`)}
    </span>
  )
}

/** The opened step takes the focus, at its top. */
function StepPart({ step, children }: { step: Step; children: ReactNode }) {
  const t = useTexts('registration')
  const ref = useRef<HTMLElement>(null)
  // Storing the draft for the first time may render the page again: a later step was always opened by the user.
  const before = useRef<Step>('who')
  useEffect(() => {
    if (before.current === step) return
    before.current = step
    ref.current?.focus({ preventScroll: true })
    window.scrollTo({ top: 0 })
  }, [step])
  return (
    <section ref={ref} tabIndex={-1} aria-labelledby="step" className="flex min-w-0 flex-col gap-6 outline-none">
      <h2 id="step" className="sr-only">
        {t(`step.${step}`)}
      </h2>
      {children}
    </section>
  )
}

/** A refused draft: shown, but without moving the focus away from the field. */
function NotKept({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const common = useTexts('common')
  const problemText = useProblemText()
  return (
    <Notice tone="warn" action={<Button onClick={onRetry}>{common('action.retry')}</Button>}>
      {problemText(problemOf(error))}
    </Notice>
  )
}

/** The refusal; it takes the focus, so that it is seen whatever was pressed. */
function Refusal({ error }: { error: Error }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => ref.current?.focus(), [error])
  return (
    <div ref={ref} tabIndex={-1} className="scroll-mt-24 outline-none">
      <ProblemNotice error={error} />
    </div>
  )
}

/** On a phone the button stays in thumb's reach, in place of the page's navigation. */
function Bar({ children }: { children: ReactNode }) {
  return (
    <div className="fixed inset-x-0 bottom-0 z-[25] flex min-h-[68px] items-center justify-between gap-4 border-t border-line bg-ink px-4 py-2 md:hidden [&>button]:flex-none [&>p]:flex-1">
      {children}
    </div>
  )
}
