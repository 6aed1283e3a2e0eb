import { type ReactNode, useId } from 'react'
import { ProblemNotice } from '@/ui/problem-notice'

interface SectionProps {
  heading: string
  /** State of the factor, in a word */
  state?: ReactNode
  /** A change that was refused */
  error?: unknown
  actions: ReactNode
  children?: ReactNode
}

/** One kind of factor. */
export function Section({ heading, state, error, actions, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3 rounded-panel border border-line bg-panel p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id={id} className="text-base">
          {heading}
        </h2>
        <span className="min-w-max flex-1 text-mute">{state}</span>
        <span className="flex flex-wrap gap-2">{actions}</span>
      </div>
      {children}
      {error != null && <ProblemNotice error={error} />}
    </section>
  )
}
