import { type ReactNode, useId } from 'react'
import { cx } from './cx'

interface SwitchProps {
  id?: string
  label: ReactNode
  /** The meaning of the current state. */
  hint?: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
}

/** A switch with immediate effect. The whole row is the target. */
export function Switch({ label, hint, checked, onChange, disabled = false, ...rest }: SwitchProps) {
  const made = useId()
  const id = rest.id ?? made
  return (
    <label className={cx('flex min-h-14 items-center gap-4 py-2', disabled && 'cursor-not-allowed')}>
      <span className="min-w-0 flex-1">
        <span className="block" id={`${id}-label`}>
          {label}
        </span>
        {hint && (
          <span id={`${id}-note`} className="block text-sm text-mute">
            {hint}
          </span>
        )}
      </span>
      <input
        id={id}
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        disabled={disabled}
        aria-labelledby={`${id}-label`}
        aria-describedby={hint ? `${id}-note` : undefined}
        onChange={(event) => onChange(event.target.checked)}
        className="peer sr-only"
      />
      <span
        aria-hidden="true"
        className={cx(
          'relative h-7 w-12 flex-none rounded-full border-2 transition-colors peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-lime',
          checked ? 'border-lime bg-lime' : 'border-control bg-ground',
          disabled && 'opacity-60',
        )}
      >
        <span
          className={cx(
            'absolute top-1/2 size-4.5 -translate-y-1/2 rounded-full transition-[left]',
            checked ? 'left-[1.4rem] bg-ink' : 'left-0.5 bg-control',
          )}
        />
      </span>
    </label>
  )
}
