import { matchScoreSentLimits } from '@/api/limits.gen'
import { useTexts } from '@/i18n'
import { cx } from '@/ui/cx'

interface ReasonProps {
  id: string
  value: string
  onChange: (reason: string) => void
  lacks: boolean
  /** Readers of the reason, if not the two sides */
  note?: string
}

/** Asks for the reason of a result; it is recorded in the log. */
export function Reason({ id, value, onChange, lacks, note }: ReasonProps) {
  const t = useTexts('brackets')
  return (
    <div>
      <label htmlFor={id} className="num mb-1.5 block">
        {t('reason.label')}
      </label>
      <textarea
        id={id}
        rows={2}
        value={value}
        maxLength={matchScoreSentLimits.reason}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={lacks || undefined}
        aria-describedby={`${id}-note`}
        className={cx(
          'w-full rounded-control bg-ground px-4 py-2 text-base ring-1 ring-inset focus-visible:ring-2 focus-visible:outline-none',
          lacks ? 'ring-red focus-visible:ring-red' : 'ring-control focus-visible:ring-lime',
        )}
      />
      <p id={`${id}-note`} role={lacks ? 'alert' : undefined} className={cx('text-sm', lacks ? 'text-red' : 'text-mute')}>
        {lacks ? t('reason.needed') : (note ?? t('reason.note'))}
      </p>
    </div>
  )
}
