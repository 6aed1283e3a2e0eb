import { Check, ChevronLeft, Copy } from 'lucide-react'
import { Link } from '@tanstack/react-router'
import { useWatch } from 'react-hook-form'
import { useTexts } from '@/i18n'
import { buttonClass } from '@/ui/button'
import { cx } from '@/ui/cx'
import { useWizard } from './context'
import { useLacks } from './step-check'
import { useStepLine } from './use-field-text'
import { STEPS, type Step, stepOf, type TournamentValues } from './values'

type Standing = 'here' | 'done' | 'lacks' | 'open'

/** Returns the state of each step: visited and complete, or passed with something missing. */
function useStandings(here: Step): Record<Step, Standing> {
  const { saved } = useWizard()
  const lacking = new Set(useLacks().map(({ field }) => stepOf(field)))
  const at = STEPS.indexOf(here)
  const published = saved.phase !== 'draft'
  const standing = (step: Step, index: number): Standing => {
    if (step === here) return 'here'
    if (step === 'check') return published ? 'done' : 'open'
    if (lacking.has(step)) return index < at ? 'lacks' : 'open'
    return index < at || published || !['people', 'documents'].includes(step) ? 'done' : 'open'
  }
  return Object.fromEntries(STEPS.map((step, index) => [step, standing(step, index)])) as Record<Step, Standing>
}

/** The steps beside the form: the current one, and a summary of each. */
export function StepsList({ here }: { here: Step }) {
  const t = useTexts('tournamentForm')
  const { form, go } = useWizard()
  const values = useWatch({ control: form.control }) as TournamentValues
  const lineOf = useStepLine()
  const standings = useStandings(here)
  return (
    <nav aria-label={t('steps.label')} className="sticky top-24 flex flex-col gap-6">
      <ol className="flex flex-col">
        {STEPS.map((step, index) => (
          <li
            key={step}
            className="relative pb-2 not-last:before:absolute not-last:before:top-8 not-last:before:bottom-0 not-last:before:left-[0.8rem] not-last:before:border-l not-last:before:border-line"
          >
            <button
              type="button"
              aria-current={step === here ? 'step' : undefined}
              className="relative flex min-h-11 w-full items-start gap-3 py-1 text-left"
              onClick={() => go(step)}
            >
              <Mark standing={standings[step]} number={index + 1} />
              <span className="min-w-0 flex-1">
                <span className={cx('block leading-[1.65]', step === here ? 'num text-text' : 'text-mute hover:text-text')}>
                  {t(`step.${step}`)}
                  {standings[step] === 'lacks' && <span className="sr-only"> {t('steps.lacks')}</span>}
                </span>
                <span className="line-clamp-1 text-xs text-mute">{lineOf(step, values)}</span>
              </span>
            </button>
          </li>
        ))}
      </ol>
      <div className="border-t border-line pt-4">
        <Link to="/account/form-tournament" className={buttonClass('plain', 'sm')}>
          <Copy className="size-4" aria-hidden="true" />
          {t('steps.others')}
        </Link>
      </div>
    </nav>
  )
}

function Mark({ standing, number }: { standing: Standing; number: number }) {
  const looks: Record<Standing, string> = {
    here: 'bg-text text-ink',
    done: 'bg-lime-dim text-lime',
    lacks: 'bg-amber-dim text-amber ring-1 ring-amber ring-inset',
    open: 'text-mute ring-1 ring-control ring-inset',
  }
  return (
    <span className={cx('num grid size-[1.65rem] flex-none place-items-center rounded-full text-xs', looks[standing])} aria-hidden="true">
      {standing === 'done' ? <Check className="size-4" /> : standing === 'lacks' ? '!' : number}
    </span>
  )
}

/** The steps on a phone: a slim bar, and the name of the step. */
export function StepsBar({ here }: { here: Step }) {
  const t = useTexts('tournamentForm')
  const { go } = useWizard()
  const standings = useStandings(here)
  const looks: Record<Standing, string> = { here: 'bg-text', done: 'bg-lime', lacks: 'bg-amber', open: 'bg-line' }
  return (
    <nav aria-label={t('steps.label')} className="flex flex-col">
      <div className="flex items-center justify-between gap-3 text-sm text-mute">
        <span>{t('steps.number', { number: STEPS.indexOf(here) + 1, count: STEPS.length })}</span>
        <Link to="/account/form-tournament" className="inline-flex min-h-11 items-center gap-1 hover:text-text">
          <ChevronLeft className="size-4" aria-hidden="true" />
          {t('steps.others')}
        </Link>
      </div>
      <ol className="-mx-0.5 flex">
        {STEPS.map((step) => (
          <li key={step} className="flex-1">
            <button
              type="button"
              aria-current={step === here ? 'step' : undefined}
              aria-label={standings[step] === 'lacks' ? `${t(`step.${step}`)} ${t('steps.lacks')}` : t(`step.${step}`)}
              className="flex h-8 w-full items-center px-0.5"
              onClick={() => go(step)}
            >
              <span className={cx('h-1.5 w-full rounded-full', looks[standings[step]])} />
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}
