import type { ReactNode } from 'react'
import { cx } from './cx'

interface ChoiceCardProps {
  name: string
  value: string
  checked: boolean
  onChange: (value: string) => void
  disabled?: boolean
  children: ReactNode
  /** A logo or glyph before the text. */
  mark?: ReactNode
  /** Shows the ring of a radio button at the right. */
  ring?: boolean
  className?: string
}

/** A radio button as a card: the whole card is the target. A disabled one stays readable and says why inside. */
export function ChoiceCard({ name, value, checked, onChange, disabled = false, children, mark, ring = false, className }: ChoiceCardProps) {
  return (
    <label
      className={cx(
        'relative flex min-h-16 items-center justify-between gap-3 rounded-panel border p-4 transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-lime',
        checked ? 'border-lime bg-lime-dim/50 ring-1 ring-inset ring-lime' : 'border-line bg-panel',
        disabled ? 'cursor-not-allowed text-mute' : 'hover:border-control',
        className,
      )}
    >
      <input
        type="radio"
        name={name}
        value={value}
        checked={checked}
        disabled={disabled}
        onChange={() => onChange(value)}
        className="absolute inset-0 size-full cursor-[inherit] opacity-0"
      />
      {mark && <span className={cx('flex-none', disabled && 'opacity-45 grayscale')}>{mark}</span>}
      <div className="min-w-0 flex-1">{children}</div>
      {ring && (
        <span
          aria-hidden="true"
          className={cx(
            'grid size-5 flex-none place-items-center rounded-full border-2',
            checked ? 'border-lime' : disabled ? 'border-line' : 'border-control',
          )}
        >
          {checked && <span className="size-2.5 rounded-full bg-lime" />}
        </span>
      )}
    </label>
  )
}
