import { type ReactNode, useState } from 'react'
import { type FieldValues, useController } from 'react-hook-form'
import { useLanguage, useTexts } from '@/i18n'
import { cx } from '../cx'
import { NativeSelect } from '../select'
import { MONTHS } from './date'
import { type FieldOf, useFieldError } from './fields'
import { useFieldId } from './form'

const PARTS = ['day', 'month', 'year', 'time'] as const
type Part = (typeof PARTS)[number]
type Parts = Record<Part, string>

const BANGKOK_MS = 7 * 3_600_000
const NOTHING: Parts = { day: '', month: '', year: '', time: '' }
const two = (value: number) => String(value).padStart(2, '0')

/** Every half hour, and the last minute of a day. */
const TIMES = [...Array.from({ length: 48 }, (_, index) => `${two(Math.floor(index / 2))}:${index % 2 === 0 ? '00' : '30'}`), '23:59']

function partsOf(value: string): Parts {
  const at = Date.parse(value)
  if (Number.isNaN(at)) return NOTHING
  const [date = '', clock = ''] = new Date(at + BANGKOK_MS).toISOString().split('T')
  const [year = '', month = '', day = ''] = date.split('-')
  return { day, month, year, time: clock.slice(0, 5) }
}

/** `2026-12-05T06:00:00Z`; empty while a part is missing. */
function valueOf({ day, month, year, time }: Parts): string {
  if (!day || !month || !year || !time) return ''
  // 31 April is the last day of April.
  const last = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()
  const at = Date.parse(`${year}-${month}-${two(Math.min(Number(day), last))}T${time}:00Z`)
  return new Date(at - BANGKOK_MS).toISOString().replace('.000', '')
}

interface FormDateTimeProps<In extends FieldValues> extends FieldOf<In> {
  /** Set with the first part that is chosen. */
  usualTime: string
  /** Now, Unix ms: the first year of the list */
  now: number
  required?: boolean
  /** Content at the end of the label's line. */
  aside?: ReactNode
  disabled?: boolean
}

/**
 * A day and a time in Bangkok, as lists: day, month, year (Buddhist in Thai), time. The value is UTC, `2026-12-05T06:00:00Z`, and empty until
 * all of it is chosen. The year and a default time are set with the first choice.
 */
export function FormDateTime<In extends FieldValues>(props: FormDateTimeProps<In>) {
  const { form, name, label, hint, className, usualTime, now, required, aside, disabled } = props
  const t = useTexts('form')
  const language = useLanguage()
  const id = useFieldId(name, label)
  const error = useFieldError({ form, name })
  const { field } = useController({ control: form.control, name })
  const [unfinished, setUnfinished] = useState(NOTHING)
  const value = String(field.value ?? '')
  const chosen = value === '' ? unfinished : partsOf(value)
  const thisYear = new Date(now + BANGKOK_MS).getUTCFullYear()
  const choose = (part: Part, picked: string) => {
    const started = { ...chosen, year: chosen.year || String(thisYear), time: chosen.time || usualTime }
    const next = { ...started, [part]: picked }
    setUnfinished(next)
    field.onChange(valueOf(next))
  }
  const count = new Date(Date.UTC(Number(chosen.year || thisYear), Number(chosen.month || 1), 0)).getUTCDate()
  const numbers = (from: number, length: number) => Array.from({ length }, (_, index) => two(from + index))
  const year = (text: string) => String(Number(text) + (language === 'th' ? 543 : 0))
  const options: Record<Part, Array<{ value: string; label: string }>> = {
    day: numbers(1, count).map((text) => ({ value: text, label: String(Number(text)) })),
    month: MONTHS[language].map((text, index) => ({ value: two(index + 1), label: text })),
    year: [...new Set([chosen.year || String(thisYear), ...numbers(thisYear, 3)])]
      .sort()
      .map((text) => ({ value: text, label: year(text) })),
    time: [...new Set([...TIMES, ...(chosen.time ? [chosen.time] : [])])].sort().map((text) => ({ value: text, label: text })),
  }
  const note = error ?? hint
  return (
    <fieldset className={cx('min-w-0', className)} disabled={disabled} aria-describedby={note ? `${id}-note` : undefined}>
      <legend className="num mb-1.5 flex w-full flex-wrap items-baseline justify-between gap-x-4">
        <span>
          {label}
          {required && (
            <span className="text-lime" aria-hidden="true">
              {' *'}
            </span>
          )}
        </span>
      </legend>
      <div className="grid grid-cols-[1fr_1.35fr_1.15fr_1.15fr] gap-2 max-xs:grid-cols-[1fr_1.6fr]">
        {PARTS.map((part) => (
          <NativeSelect
            key={part}
            id={part === 'day' ? id : undefined}
            aria-label={`${label}: ${t(`date.${part}`)}`}
            aria-invalid={error ? true : undefined}
            value={chosen[part]}
            onChange={(event) => choose(part, event.target.value)}
            onBlur={(event) =>
              !event.relatedTarget || !event.currentTarget.closest('fieldset')?.contains(event.relatedTarget) ? field.onBlur() : undefined
            }
            className={chosen[part] === '' ? 'text-mute' : 'text-text'}
          >
            <option value="" disabled>
              {t(`date.${part}`)}
            </option>
            {options[part].map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </NativeSelect>
        ))}
      </div>
      <div className="mt-1.5 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 text-sm">
        {note && (
          <p id={`${id}-note`} role={error ? 'alert' : undefined} className={error ? 'text-red' : 'text-mute'}>
            {note}
          </p>
        )}
        {aside}
      </div>
    </fieldset>
  )
}
