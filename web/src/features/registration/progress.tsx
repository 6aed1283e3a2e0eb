import { useTexts } from '@/i18n'
import { cx } from '@/ui/cx'

export type Step = 'who' | 'evidence' | 'check'

/** The current step among all steps; each can be opened. */
export function Progress({ steps, step, onStep }: { steps: readonly Step[]; step: Step; onStep: (step: Step) => void }) {
  const t = useTexts('registration')
  const at = steps.indexOf(step)
  return (
    <nav aria-label={t('step.label')}>
      <ol className="flex gap-2 sm:gap-3">
        {steps.map((each, index) => (
          <li key={each} className="min-w-0 flex-1">
            <button
              type="button"
              aria-current={each === step ? 'step' : undefined}
              onClick={() => onStep(each)}
              className={cx(
                'flex min-h-11 w-full items-start border-t-[3px] pt-1.5 text-left text-sm sm:text-base',
                index <= at ? 'border-lime' : 'border-line',
                each === step ? 'num' : 'text-mute hover:text-text',
              )}
            >
              {index + 1} {t(`step.${each}`)}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}
