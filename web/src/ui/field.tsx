import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from './cx'
import { NativeSelect } from './select'

interface FieldProps extends ComponentProps<'input'> {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  /** Content at the right end of the input. */
  after?: ReactNode
}

/** A text input with its label, hint and error; the error is announced and tied to the input. */
export function TextField({ label, hint, error, after, className, id, ...input }: FieldProps) {
  const made = useId()
  const inputId = id ?? made
  const noteId = `${inputId}-note`
  const note = error ?? hint
  return (
    <div className={className}>
      <label htmlFor={inputId} className="num mb-1.5 block">
        {label}
        {input.required && <RequiredMark />}
      </label>
      <div className="relative">
        <input
          {...input}
          id={inputId}
          aria-invalid={error ? true : undefined}
          aria-describedby={note ? noteId : undefined}
          className={cx(
            'min-h-12 w-full rounded-control bg-ground px-4 text-base text-text ring-1 ring-inset placeholder:text-mute focus-visible:outline-none focus-visible:ring-2',
            error ? 'ring-red focus-visible:ring-red' : 'ring-control focus-visible:ring-lime',
            after ? 'pr-14' : '',
            'disabled:cursor-not-allowed disabled:bg-panel disabled:text-mute disabled:ring-line',
            input.readOnly && 'bg-panel! text-mute!',
          )}
        />
        {after && <div className="absolute inset-y-0 right-2 flex items-center">{after}</div>}
      </div>
      {note && (
        <p id={noteId} role={error ? 'alert' : undefined} className={cx('mt-1.5 text-sm', error ? 'text-red' : 'text-mute')}>
          {note}
        </p>
      )}
    </div>
  )
}

/** A star beside the label; the field itself announces that it is required. */
function RequiredMark() {
  return (
    <span className="text-lime" aria-hidden="true">
      {' *'}
    </span>
  )
}

interface SelectProps {
  id?: string
  label: ReactNode
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  options: ReadonlyArray<{ value: string; label: string; disabled?: boolean }>
  placeholder: string
  /** Label of a first entry that clears the choice. */
  none?: string | undefined
  hint?: ReactNode
  error?: ReactNode
  required?: boolean | undefined
  className?: string | undefined
}

/** The platform's own select, which works best on a phone. */
export function SelectField({ label, value, onChange, onBlur, options, placeholder, none, hint, error, required, ...rest }: SelectProps) {
  const made = useId()
  const id = rest.id ?? made
  const note = error ?? hint
  return (
    <div className={rest.className}>
      <label htmlFor={id} className="num mb-1.5 block">
        {label}
        {required && <RequiredMark />}
      </label>
      <NativeSelect
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
        required={required}
        aria-invalid={error ? true : undefined}
        aria-describedby={note ? `${id}-note` : undefined}
      >
        <option value="" disabled>
          {placeholder}
        </option>
        {none !== undefined && value !== '' && <option value="">{none}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </NativeSelect>
      {note && (
        <p id={`${id}-note`} role={error ? 'alert' : undefined} className={cx('mt-1.5 text-sm', error ? 'text-red' : 'text-mute')}>
          {note}
        </p>
      )}
    </div>
  )
}
