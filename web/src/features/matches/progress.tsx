import type { MatchNow } from '@/api/generated'
import { useTexts } from '@/i18n'
import { cx } from '@/ui/cx'
import { STEPS, stepOf } from './room'

/** The progress of a match: time, play, report, confirmation. */
export function Progress({ now }: { now: MatchNow }) {
  const t = useTexts('matches')
  if (['cancelled', 'void', 'bye'].includes(now.state)) return null
  const here = stepOf(now)
  return (
    <ol aria-label={t('steps.label')} className="grid grid-cols-4">
      {STEPS.map((step, index) => (
        <li
          key={step}
          aria-current={index === here ? 'step' : undefined}
          className={cx(
            'border-t-[3px] pt-1.5 text-sm',
            index < here ? 'border-lime text-mute' : index === here ? 'border-lime text-lime' : 'border-raise text-mute',
            index === here && 'motion-safe:transition-colors',
          )}
        >
          {t(`steps.${step}`)}
          {index < here && <span className="sr-only"> {t('steps.done')}</span>}
        </li>
      ))}
    </ol>
  )
}
