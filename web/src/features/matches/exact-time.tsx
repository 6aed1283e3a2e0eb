import { useId, useState } from 'react'
import { useLanguage, useTexts } from '@/i18n'
import { dayOf } from '@/i18n/format'
import { cx } from '@/ui/cx'
import { MONTHS } from '@/ui/form/date'
import { NativeSelect } from '@/ui/select'
import { OwnTime } from './deadline'
import { type Typed, momentOf, typedOf } from './picker'

interface ExactTimeProps {
  at: number | undefined
  now: number
  /** Called with undefined if the typed text is not a time. */
  onPick: (at: number | undefined) => void
  wrong: string | undefined
}

/** Any minute in Bangkok's time: unambiguous lists for day, month and year, and a 24-hour time. */
export function ExactTime({ at, now, onPick, wrong }: ExactTimeProps) {
  const t = useTexts('matches')
  const form = useTexts('form')
  const language = useLanguage()
  const id = useId()
  const [typed, setTyped] = useState<Typed>()
  // A time chosen elsewhere since then takes precedence.
  const shown = typed && momentOf(typed) === at ? typed : typedOf(at)
  const change = (part: Partial<Typed>) => {
    const next = { ...shown, year: shown.year || dayOf(now).slice(0, 4), ...part }
    setTyped(next)
    onPick(momentOf(next))
  }
  const thisYear = Number(dayOf(now).slice(0, 4))
  const years = [...new Set([thisYear, thisYear + 1, Number(shown.year || thisYear)])].sort()
  const options = {
    day: Array.from({ length: 31 }, (_, index) => [two(index + 1), String(index + 1)] as const),
    month: MONTHS[language].map((name, index) => [two(index + 1), name] as const),
    year: years.map((year) => [String(year), String(year + (language === 'th' ? 543 : 0))] as const),
  }
  return (
    <fieldset className="min-w-0" aria-describedby={`${id}-note`}>
      <legend className="num mb-1.5">{t('time.exact')}</legend>
      <div className="grid grid-cols-[1fr_1.35fr_1.15fr_1.15fr] gap-2 max-xs:grid-cols-[1fr_1.6fr]">
        {(['day', 'month', 'year'] as const).map((part) => (
          <NativeSelect
            key={part}
            aria-label={`${t('time.exact')}: ${form(`date.${part}`)}`}
            aria-invalid={wrong ? true : undefined}
            value={shown[part]}
            onChange={({ target }) => change({ [part]: target.value })}
            className={shown[part] === '' ? 'text-mute' : 'text-text'}
          >
            <option value="" disabled>
              {form(`date.${part}`)}
            </option>
            {options[part].map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </NativeSelect>
        ))}
        <input
          aria-label={`${t('time.exact')}: ${form('date.time')}`}
          aria-invalid={wrong ? true : undefined}
          inputMode="decimal"
          autoComplete="off"
          placeholder={t('time.exactHint')}
          maxLength={5}
          value={shown.time}
          onChange={({ target }) => change({ time: target.value })}
          className="num min-h-12 w-full min-w-0 rounded-control bg-ground px-3 text-base ring-1 ring-control ring-inset placeholder:text-mute focus-visible:ring-2 focus-visible:ring-lime focus-visible:outline-none aria-invalid:ring-red"
        />
      </div>
      <p id={`${id}-note`} role={wrong ? 'alert' : undefined} className={cx('mt-1.5 text-sm', wrong ? 'text-red' : 'text-mute')}>
        {wrong ?? (
          <>
            {t('time.zone')} {at !== undefined && <OwnTime at={at} />}
          </>
        )}
      </p>
    </fieldset>
  )
}

const two = (value: number) => String(value).padStart(2, '0')
