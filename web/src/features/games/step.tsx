import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '@/ui/cx'

/** The parts of a game's page that may still be missing, in the order of filling in. */
export type Part = 'player' | 'server' | 'consent' | 'package' | 'region' | 'channel'

interface StepProps {
  /** The page scrolls here when something is missing. */
  id: string
  number: number
  title: ReactNode
  done: boolean
  /** The error, once the customer tried to continue without it. */
  error?: string | undefined
  /** Stands at the right of the title. */
  aside?: ReactNode
  children: ReactNode
}

/** One numbered step of a purchase. */
export function Step({ id, number, title, done, error, aside, children }: StepProps) {
  return (
    <fieldset id={id} aria-describedby={error ? `${id}-error` : undefined} className="relative min-w-0 scroll-mt-20">
      <legend className="float-left mb-3 flex max-w-[65%] items-center gap-2.5">
        <span
          className={cx(
            'num grid size-7 flex-none place-items-center rounded-control text-sm',
            error ? 'bg-red-dim text-red' : done ? 'bg-lime text-ink' : 'bg-lime-dim text-lime',
          )}
        >
          {done ? <Check className="size-4" strokeWidth={3} aria-hidden="true" /> : number}
          {done && <span className="sr-only">{number}</span>}
        </span>
        <span className="num text-lg">{title}</span>
      </legend>
      {aside && <div className="absolute top-0 right-0 flex min-h-7 items-center">{aside}</div>}
      <div className="clear-both flex flex-col gap-3">
        {error && (
          <p id={`${id}-error`} role="alert" className="text-sm text-red">
            {error}
          </p>
        )}
        {children}
      </div>
    </fieldset>
  )
}

/** Scrolls a missing part into view and focuses it: `within` is the step's id, `field` the field to fill in. */
export function goTo(within: string, field: string): void {
  const step = document.getElementById(within)
  const smooth = !matchMedia('(prefers-reduced-motion: reduce)').matches
  step?.scrollIntoView({ block: 'start', behavior: smooth ? 'smooth' : 'auto' })
  step?.querySelector<HTMLElement>(field)?.focus({ preventScroll: true })
}
