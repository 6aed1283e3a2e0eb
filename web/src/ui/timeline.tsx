import type { ReactNode } from 'react'
import { cx } from './cx'

export interface TimelineStep {
  key: string
  label: ReactNode
  at?: ReactNode
  /** `ended`: nothing more follows, and nothing failed. `attention`: staff are handling it. */
  state: 'done' | 'current' | 'todo' | 'failed' | 'ended' | 'attention'
}

/** Steps with their times; the current one pulses. */
export function Timeline({ steps, label }: { steps: readonly TimelineStep[]; label: string }) {
  return (
    <ol aria-label={label} className="flex flex-col">
      {steps.map((step, index) => (
        <li
          key={step.key}
          aria-current={step.state === 'current' ? 'step' : undefined}
          className="relative flex min-h-11 items-start gap-4 pb-2"
        >
          {index < steps.length - 1 && (
            <span
              aria-hidden="true"
              className={cx('absolute top-6 bottom-0 left-[9px] w-0.5', step.state === 'done' ? 'bg-lime' : 'bg-line')}
            />
          )}
          <span
            aria-hidden="true"
            className={cx(
              'relative mt-1 size-5 flex-none rounded-full border-2',
              step.state === 'done' && 'border-lime bg-lime',
              step.state === 'current' && 'animate-[ring_1.4s_ease-out_infinite] border-lime bg-ink',
              step.state === 'todo' && 'border-control bg-ink',
              step.state === 'failed' && 'border-red bg-red',
              step.state === 'ended' && 'border-control bg-control',
              step.state === 'attention' && 'border-amber bg-amber',
            )}
          />
          <span
            className={cx(
              'flex-1',
              step.state === 'todo' && 'text-mute',
              step.state === 'failed' && 'text-red',
              step.state === 'attention' && 'text-amber',
            )}
          >
            {step.label}
          </span>
          <span className="num text-sm text-mute">{step.at ?? (step.state === 'current' ? '…' : '')}</span>
        </li>
      ))}
    </ol>
  )
}
