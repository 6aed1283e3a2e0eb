import { Lock, Minus, Plus } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useTexts } from '@/i18n'
import { cx } from '@/ui/cx'
import { useWizard } from './context'
import type { Field } from './values'

/** A text with emphasized parts: `64 **matches**`. */
export function Rich({ children, className }: { children: string; className?: string }) {
  return children.split('**').map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // Parts of one text never change their order.
      // oxlint-disable-next-line react/no-array-index-key
      <strong key={index} className={cx('num text-text', className)}>
        {part}
      </strong>
    ),
  )
}

export function Heading({ children, aside }: { children: ReactNode; aside?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <h2 id="step-heading" tabIndex={-1} className="text-2xl outline-none">
        {children}
      </h2>
      {aside && <p className="text-sm text-mute">{aside}</p>}
    </div>
  )
}

interface PartProps {
  title?: string
  hint?: ReactNode
  of?: readonly Field[]
  /** Whether it says that it is locked; not if the part above says so already. */
  told?: boolean
  children: ReactNode
}

/** A part of a step. If entries lock it, it says so and why. */
export function Part({ title, hint, of, told = true, children }: PartProps) {
  const t = useTexts('tournamentForm')
  const { isLocked } = useWizard()
  const locked = of?.some(isLocked) ?? false
  const id = useId()
  const says = locked && told
  return (
    <fieldset disabled={locked} aria-describedby={says ? `${id}-lock` : undefined} className="flex min-w-0 flex-col gap-4">
      {title && (
        <legend className="mb-3 block w-full">
          <span className="num text-lg">{title}</span>
          {hint && <span className="block text-sm text-mute">{hint}</span>}
        </legend>
      )}
      {says && (
        <p id={`${id}-lock`} className="flex items-start gap-2 text-sm text-amber">
          <Lock className="mt-1 size-4 flex-none" aria-hidden="true" />
          {t('locked')}
        </p>
      )}
      <div className={cx('flex min-w-0 flex-col gap-4', locked && 'opacity-60')}>{children}</div>
    </fieldset>
  )
}

interface SegmentsProps<T extends string | number> {
  id?: string
  label: string
  options: ReadonlyArray<{ value: T; label: string }>
  value: T | undefined
  onChange: (value: T) => void
  children?: ReactNode
}

/** A choice among a few short words. */
export function Segments<T extends string | number>({ id, label, options, value, onChange, children }: SegmentsProps<T>) {
  const made = useId()
  const name = id ?? made
  return (
    <div role="radiogroup" aria-label={label} className="flex flex-wrap items-center gap-3">
      <div className="flex rounded-control ring-1 ring-control ring-inset">
        {options.map((option, index) => (
          <label
            key={option.value}
            className={cx(
              'num relative grid min-h-12 min-w-14 place-items-center rounded-control px-3 py-1.5 text-center leading-snug has-disabled:cursor-not-allowed has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-lime',
              option.value === value ? 'bg-lime-dim text-text ring-2 ring-lime ring-inset' : 'text-mute hover:text-text',
            )}
          >
            <input
              id={index === 0 ? id : undefined}
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="absolute inset-0 size-full cursor-[inherit] opacity-0"
            />
            {option.label}
          </label>
        ))}
      </div>
      {children}
    </div>
  )
}

interface StepperProps {
  label: string
  hint?: string | undefined
  value: number
  from: number
  to: number
  onChange: (value: number) => void
}

/** A small number, changed by one up or down. */
export function Stepper({ label, hint, value, from, to, onChange }: StepperProps) {
  const t = useTexts('tournamentForm')
  const id = useId()
  const button =
    'grid size-12 flex-none place-items-center rounded-control text-text hover:bg-raise disabled:text-control disabled:hover:bg-transparent'
  return (
    <div role="group" aria-labelledby={id} className="flex min-h-14 items-center justify-between gap-4 py-2">
      <div className="min-w-0">
        <p id={id}>{label}</p>
        {hint && <p className="text-sm text-mute">{hint}</p>}
      </div>
      <div className="flex flex-none items-center rounded-control ring-1 ring-control ring-inset">
        <button
          type="button"
          className={button}
          disabled={value <= from}
          aria-label={t('less', { label })}
          onClick={() => onChange(Math.max(from, value - 1))}
        >
          <Minus className="size-4" aria-hidden="true" />
        </button>
        <output aria-live="polite" className="num w-8 text-center text-lg">
          {value}
        </output>
        <button
          type="button"
          className={button}
          disabled={value >= to}
          aria-label={t('more', { label })}
          onClick={() => onChange(Math.min(to, value + 1))}
        >
          <Plus className="size-4" aria-hidden="true" />
        </button>
      </div>
    </div>
  )
}

/** The error of an input that is not a text field. */
export function Wrong({ children }: { children: string | undefined }) {
  return children ? (
    <p role="alert" className="text-sm text-red">
      {children}
    </p>
  ) : null
}
