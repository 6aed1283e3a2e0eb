import type { ComponentProps } from 'react'
import { type FieldValues, useWatch } from 'react-hook-form'
import { useTexts } from '@/i18n'
import { cx } from '../cx'
import { type FieldOf, useFieldError } from './fields'
import { useFieldId } from './form'

/** Several lines of text, with a countdown of characters near the limit. */
export function FormArea<In extends FieldValues>({
  form,
  name,
  label,
  hint,
  className,
  longest,
  ...native
}: FieldOf<In> & Pick<ComponentProps<'textarea'>, 'rows' | 'lang' | 'placeholder' | 'disabled'> & { longest: number }) {
  const t = useTexts('form')
  const id = useFieldId(name, label)
  const error = useFieldError({ form, name })
  const value = String(useWatch({ control: form.control, name }) ?? '')
  const left = longest - [...value].length
  const note = error ?? hint
  return (
    <div className={className}>
      <label htmlFor={id} className="num mb-1.5 block">
        {label}
      </label>
      <textarea
        {...native}
        {...form.register(name)}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={note ? `${id}-note` : undefined}
        className={cx(
          'field-sizing-content min-h-24 w-full rounded-control bg-ground px-4 py-3 text-base text-text ring-1 ring-inset placeholder:text-mute focus-visible:outline-none focus-visible:ring-2 disabled:bg-panel disabled:text-mute disabled:ring-line',
          error ? 'ring-red focus-visible:ring-red' : 'ring-control focus-visible:ring-lime',
        )}
      />
      <div className="mt-1.5 flex justify-between gap-4 text-sm">
        <p id={`${id}-note`} role={error ? 'alert' : undefined} className={error ? 'text-red' : 'text-mute'}>
          {note}
        </p>
        {left < longest / 10 && <p className={cx('num flex-none', left < 0 ? 'text-red' : 'text-mute')}>{t('left', { count: left })}</p>}
      </div>
    </div>
  )
}
