import { Link, useNavigate } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { type ComponentType, useEffect, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { EsportGame, TournamentFormState as FormState } from '@/api/generated'
import { type ApiProblem, problemOf } from '@/api/problem'
import { useSession } from '@/api/session'
import { entrantKind } from '@/features/tournaments/entrant-kind'
import { useLanguage, useTexts } from '@/i18n'
import { EntrantScope } from '@/i18n/entrants'
import { Button, buttonClass } from '@/ui/button'
import { Notice } from '@/ui/feedback'
import { LeaveGuard } from '@/ui/leave-guard'
import { toast } from '@/ui/toast'
import { BasicsStep } from './step-basics'
import { CheckStep, useLacks } from './step-check'
import { Conflict } from './conflict'
import { WizardScope, useWizard } from './context'
import { DocumentsStep } from './step-documents'
import { EditDialog } from './edit-dialog'
import { FormatStep } from './step-format'
import { isDeepEqual } from './equal'
import { PeopleStep } from './step-people'
import { PublishDialog } from './publish-dialog'
import { RulesStep } from './step-rules'
import { SaveState } from './save-state'
import { ScheduleStep } from './step-schedule'
import { SimulatedProvider } from './simulated'
import { SimulatorFold } from './simulator-fold'
import { Simulator } from './simulator'
import { StepsBar, StepsList } from './steps-nav'
import { useJudged } from './use-judged'
import { type Saving, useSaving } from './use-saving'
import { type Field, fieldOf, FIELDS, formOf, nameOf, STEPS, type Step, stepOf, type TournamentValues, valuesOf } from './values'
import { WhoStep } from './step-who'

const PANES: Record<Step, ComponentType> = {
  basics: BasicsStep,
  who: WhoStep,
  format: FormatStep,
  schedule: ScheduleStep,
  rules: RulesStep,
  people: PeopleStep,
  documents: DocumentsStep,
  check: CheckStep,
}

interface WizardProps {
  initial: FormState
  games: readonly EsportGame[]
  step: Step
  /** The user came from the list: the element that had the focus is gone. */
  begun: boolean
}

/** The form of one tournament, one step at a time, with the simulated outcome beside it. */
export function Wizard({ initial, games, step, begun }: WizardProps) {
  const t = useTexts('tournamentForm')
  const navigate = useNavigate()
  const form = useForm<TournamentValues>({ defaultValues: valuesOf(initial), shouldFocusError: false })
  useJudged(form)
  const [target, setTarget] = useState<{ step: Step; field?: string } | undefined>(begun ? { step } : undefined)
  const go = (next: Step, field?: string) => {
    setTarget({ step: next, ...(field !== undefined && { field }) })
    void navigate({ to: '/account/form-tournament', search: { id: initial.id, step: next }, resetScroll: field === undefined })
  }
  /** Shows the server's refusals at their fields, and leads to the first. */
  const mark = (problem: ApiProblem, lead: boolean) => {
    const texts = (problem.body.fieldMessages as Record<string, string> | undefined) ?? {}
    const names = Object.keys(problem.fields)
    for (const name of names) form.setError(fieldOf(name), { type: problem.fields[name] ?? 'server', message: texts[name] ?? '' })
    const first = names.find((name) => stepOf(name))
    const to = first && stepOf(first)
    if (lead && to) go(to, first)
  }
  const saving = useSaving(form, initial, (problem) => mark(problem, false))
  const { saved } = saving
  const gameId = useWatch({ control: form.control, name: 'gameId' })
  const game = games.find(({ id }) => id === gameId)
  const suspended = useSession((session) => session.me?.suspended) ?? false
  useTarget(target, step, (name) => {
    const lack = saved.missing[name]
    if (lack) form.setError(fieldOf(name), { type: lack.code, message: lack.message })
  })
  const Pane = PANES[step]
  const [nameTh, nameEn, contestantType] = useWatch({ control: form.control, name: ['nameTh', 'nameEn', 'contestantType'] })
  const named = nameOf({ nameTh, nameEn }, useLanguage())
  const locked = new Set([...saved.locked, ...saved.promoterOnly])
  return (
    <WizardScope value={{ form, saved, games, game, isLocked: (field) => locked.has(field), go }}>
      <EntrantScope value={entrantKind({ contestantType })}>
        <SimulatedProvider>
          <h1 className="mb-4 text-sm font-normal text-mute md:mb-6">
            {t(saved.phase === 'draft' ? 'heading' : 'headingEdit')}
            {named && <span className="num text-text"> · {named}</span>}
          </h1>
          <div className="grid items-start gap-x-8 md:grid-cols-[190px_minmax(0,1fr)_320px]">
            <div className="max-md:hidden">
              <StepsList here={step} />
            </div>
            <div className="flex min-w-0 flex-col gap-7 md:border-l md:border-line md:pl-8">
              <div className="flex flex-col gap-3 md:hidden">
                <StepsBar here={step} />
                <SimulatorFold />
              </div>
              {saving.status.kind === 'conflict' && <Conflict saving={saving} />}
              {saved.phase !== 'draft' && <Published />}
              <fieldset disabled={suspended} className="flex min-w-0 flex-col gap-7 [&_:is(input,select,button,textarea)]:scroll-my-40">
                <Pane key={step} />
              </fieldset>
            </div>
            <aside
              aria-label={t('sim.title')}
              className="sticky top-24 max-h-[calc(100dvh-11.5rem)] overflow-y-auto border-l border-line pl-8 max-md:hidden"
            >
              <Simulator />
            </aside>
          </div>
          {!suspended && <Foot step={step} saving={saving} onRefused={(error) => mark(problemOf(error), true)} />}
        </SimulatedProvider>
      </EntrantScope>
    </WizardScope>
  )
}

/** Scrolls and focuses the target: the field, or the heading of the step. */
function useTarget(target: { step: Step; field?: string } | undefined, step: Step, onField: (name: string) => void) {
  useEffect(() => {
    if (!target || target.step !== step) return
    const element = document.getElementById(target.field === undefined ? 'step-heading' : `form-${fieldOf(target.field)}`)
    if (target.field !== undefined) {
      onField(target.field)
      element?.scrollIntoView({ block: 'center' })
    }
    element?.focus({ preventScroll: true })
    // Once for each target.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [target, step])
}

/** A note that the tournament is published, with a link to it. */
function Published() {
  const t = useTexts('tournamentForm')
  const { saved } = useWizard()
  return (
    <Notice
      action={
        <Link to="/esport/tournament/$id" params={{ id: String(saved.id) }} className={buttonClass('plain', 'sm')}>
          {t('published.page')}
        </Link>
      }
    >
      {t(saved.locked.length > 0 ? 'published.locked' : 'published.open')}
    </Notice>
  )
}

/** Returns the fields that differ from the saved form. */
function useChanged(saved: FormState): Field[] {
  const { form } = useWizard()
  const values = useWatch({ control: form.control }) as TournamentValues
  const [was, is] = [formOf(valuesOf(saved)), formOf(values)] as Array<Record<string, unknown>>
  return Object.values(FIELDS)
    .flat()
    .filter((field) => !isDeepEqual(was?.[field] ?? null, is?.[field] ?? null))
}

interface FootProps {
  step: Step
  saving: Saving
  onRefused: (error: unknown) => void
}

/** A way back, the save state, and the main action. */
function Foot({ step, saving, onRefused }: FootProps) {
  const t = useTexts('tournamentForm')
  const { go } = useWizard()
  const [asking, setAsking] = useState(false)
  const { saved, status, saver } = saving
  const changed = useChanged(saved)
  const isDraft = saved.phase === 'draft'
  const at = STEPS.indexOf(step)
  const [before, next] = [STEPS[at - 1], STEPS[at + 1]]
  const done = (state: FormState) => {
    setAsking(false)
    saving.take(state)
    void toast(t(isDraft ? 'publish.done' : 'change.done'), { tone: 'success' })
    if (isDraft) go('check')
  }
  const refused = (error: unknown) => {
    const problem = problemOf(error)
    if (Object.keys(problem.fields).length === 0) return
    setAsking(false)
    onRefused(problem)
  }
  const forward = () => {
    if (isDraft) void saver.flush()
    if (next) go(next)
  }
  const dialog = { version: saver.version, onRefused: refused, onClose: () => setAsking(false) }
  const atRisk = isDraft ? ['offline', 'failed', 'conflict'].includes(status.kind) : changed.length > 0
  return (
    <div className="action-bar fixed inset-x-0 bottom-0 z-30 h-[68px] border-t border-line bg-ink px-4 md:sticky md:bottom-(--covered) md:z-10 md:mt-8 md:h-auto md:px-0 md:py-3">
      <div className="flex h-full items-center gap-x-4 max-sm:gap-x-2">
        {before && (
          <Button look="ghost" onClick={() => go(before)} className="max-sm:px-2!">
            <ChevronLeft className="size-5" aria-hidden="true" />
            <span className="max-sm:sr-only">{t(`step.${before}`)}</span>
          </Button>
        )}
        <div className="min-w-0 flex-1 sm:text-right [&>p]:sm:justify-end">
          {isDraft ? (
            <SaveState status={status} savedAt={saved.savedAt} />
          ) : (
            changed.length > 0 && <p className="text-sm text-amber">{t('change.unsaved', { count: changed.length })}</p>
          )}
        </div>
        {isDraft && !next && <PublishButton saver={saver} onReady={() => setAsking(true)} />}
        {!isDraft && changed.length > 0 && (
          <Button look="primary" onClick={() => setAsking(true)}>
            {t('change.open')}
          </Button>
        )}
        {next && (isDraft || changed.length === 0) && (
          <Button look="primary" aria-label={t('next', { step: t(`step.${next}`) })} onClick={forward} className="flex-none">
            <span className="sm:hidden">{t('nextShort')}</span>
            <span className="max-sm:hidden">{t('next', { step: t(`step.${next}`) })}</span>
          </Button>
        )}
      </div>
      {asking && isDraft && <PublishDialog {...dialog} onPublished={done} />}
      {asking && !isDraft && <EditDialog {...dialog} changed={changed} onSaved={done} />}
      <LeaveGuard unsaved={atRisk} onLeave={() => saving.take(saved)} />
    </div>
  )
}

/** Leads to the first missing field, else asks for confirmation. */
function PublishButton({ saver, onReady }: { saver: Saving['saver']; onReady: () => void }) {
  const t = useTexts('tournamentForm')
  const { go } = useWizard()
  const [first] = useLacks()
  const [busy, setBusy] = useState(false)
  const press = async () => {
    setBusy(true)
    const safe = await saver.flush()
    setBusy(false)
    if (!safe) return
    const step = first && stepOf(first.field)
    if (step) go(step, first.field)
    else onReady()
  }
  return (
    <Button look="primary" busy={busy} onClick={() => void press()}>
      {t('publish.open')}
    </Button>
  )
}
