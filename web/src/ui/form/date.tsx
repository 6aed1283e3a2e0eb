import { type FieldValues, useController } from 'react-hook-form'
import { useLanguage, useTexts } from '@/i18n'
import type { Language } from '@/i18n/language'
import { cx } from '../cx'
import { NativeSelect } from '../select'
import { type FieldOf, useFieldError } from './fields'
import { useFieldId } from './form'

/** Full names, January first. */
export const MONTHS: Readonly<Record<Language, readonly string[]>> = {
  th: ['มกราคม', 'กุมภาพันธ์', 'มีนาคม', 'เมษายน', 'พฤษภาคม', 'มิถุนายน', 'กรกฎาคม', 'สิงหาคม', 'กันยายน', 'ตุลาคม', 'พฤศจิกายน', 'ธันวาคม'],
  en: ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'],
}

const PARTS = ['day', 'month', 'year'] as const
type Part = (typeof PARTS)[number]

interface FormDateProps<In extends FieldValues> extends FieldOf<In> {
  years: { from: number; to: number }
  autoComplete?: 'bday'
}

/**
 * A date as three lists, in the usual order in Thailand: day, month, year of the Buddhist era (of the common era in English). The value is
 * `2008-02-29`, and empty when nothing is chosen; missing parts are missing in it (`-02-29`), for the form's rule to refuse. The lists are the
 * platform's own, which are quickest on a phone.
 */
export function FormDate<In extends FieldValues>({ form, name, label, hint, className, years, autoComplete }: FormDateProps<In>) {
  const t = useTexts('form')
  const language = useLanguage()
  const id = useFieldId(name, label)
  const error = useFieldError({ form, name })
  const { field } = useController({ control: form.control, name })
  const [year = '', month = '', day = ''] = String(field.value ?? '').split('-')
  const chosen: Record<Part, string> = { day, month, year }
  const choose = (part: Part, value: string) => {
    const next = { ...chosen, [part]: value }
    const nothing = PARTS.every((each) => next[each] === '')
    field.onChange(nothing ? '' : `${next.year}-${next.month}-${next.day}`)
  }
  const two = (value: number) => String(value).padStart(2, '0')
  const count = chosen.month === '' ? 31 : new Date(Date.UTC(Number(chosen.year || 2000), Number(chosen.month), 0)).getUTCDate()
  const options: Record<Part, Array<{ value: string; label: string }>> = {
    // A day that the month does not have stays visible, so that the error refers to something.
    day: Array.from({ length: Math.max(count, Number(chosen.day) || 0) }, (_, index) => ({
      value: two(index + 1),
      label: String(index + 1),
    })),
    month: MONTHS[language].map((text, index) => ({ value: two(index + 1), label: text })),
    year: Array.from({ length: years.to - years.from + 1 }, (_, index) => {
      const common = years.to - index
      return { value: String(common), label: String(common + (language === 'th' ? 543 : 0)) }
    }),
  }
  const note = error ?? hint
  return (
    <fieldset className={cx('min-w-0', className)} aria-describedby={note ? `${id}-note` : undefined}>
      <legend className="num mb-1.5 block">{label}</legend>
      <div className="grid grid-cols-[1fr_1.5fr_1.25fr] gap-2">
        {PARTS.map((part) => (
          <NativeSelect
            key={part}
            id={part === 'day' ? id : undefined}
            aria-label={`${label}: ${t(`date.${part}`)}`}
            autoComplete={autoComplete && `${autoComplete}-${part}`}
            aria-invalid={error ? true : undefined}
            value={chosen[part]}
            onChange={(event) => choose(part, event.target.value)}
            // Moving to the next list does not leave the date.
            onBlur={(event) =>
              !event.relatedTarget || !event.currentTarget.closest('fieldset')?.contains(event.relatedTarget) ? field.onBlur() : undefined
            }
            className={chosen[part] === '' ? 'text-mute' : 'text-text'}
          >
            <option value="">{t(`date.${part}`)}</option>
            {options[part].map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </NativeSelect>
        ))}
      </div>
      {note && (
        <p id={`${id}-note`} role={error ? 'alert' : undefined} className={cx('mt-1.5 text-sm', error ? 'text-red' : 'text-mute')}>
          {note}
        </p>
      )}
    </fieldset>
  )
}
