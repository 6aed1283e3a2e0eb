import { CircleAlert, Copy, Info, TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from './button'
import { cx } from './cx'

type Tone = 'info' | 'warn' | 'error' | 'live'

const TONES: Record<Tone, string> = {
  info: 'border-line bg-panel text-text',
  warn: 'border-amber/50 bg-amber-dim text-amber',
  error: 'border-red/50 bg-red-dim text-red',
  live: 'border-lime/50 bg-lime-dim text-lime',
}

/** A message in the flow of the page. Errors are announced. */
export function Notice({ tone = 'info', children, action }: { tone?: Tone; children: ReactNode; action?: ReactNode }) {
  const Icon = tone === 'error' ? CircleAlert : tone === 'warn' ? TriangleAlert : Info
  return (
    <div
      role={tone === 'error' ? 'alert' : 'status'}
      className={cx('flex flex-wrap items-start gap-3 rounded-panel border p-4', TONES[tone])}
    >
      <Icon className="mt-0.5 size-5 flex-none" aria-hidden="true" />
      <div className="min-w-0 flex-1 text-text">{children}</div>
      {/* On a phone below the text, since there is no room beside it. */}
      {action && <div className="max-sm:basis-full max-sm:pl-8">{action}</div>}
    </div>
  )
}

/** An empty list: one sentence and one action. */
export function EmptyState({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-4 py-10 text-center md:py-14">
      <svg viewBox="0 0 80 80" className="size-16" aria-hidden="true">
        <circle cx="40" cy="40" r="36" fill="none" stroke="var(--color-line)" strokeWidth="4" />
        <g fill="var(--color-line)">
          {[0, 60, 120, 180, 240, 300].map((turn) => (
            <path key={turn} d="M40 36 29 14a27 27 0 0 1 22 0Z" transform={`rotate(${turn} 40 40)`} />
          ))}
        </g>
      </svg>
      <p className="max-w-md text-mute">{children}</p>
      {action}
    </div>
  )
}

interface ErrorStateProps {
  title: ReactNode
  children?: ReactNode
  /** It replaces the whole page, so that its title is the page's heading. */
  page?: boolean | undefined
  /** A reference that support can find in the log. */
  reference?: string | undefined
  labels: { retry: string; reference: string; copied: string }
  onRetry?: (() => void) | undefined
  /** Trying again. */
  busy?: boolean
}

/** An error: its message, the input that was kept, a retry, and a reference to copy. */
export function ErrorState({ title, children, page, reference, labels, onRetry, busy = false }: ErrorStateProps) {
  const [copied, setCopied] = useState(false)
  const Title = page ? 'h1' : 'p'
  return (
    <div role="alert" className="mx-auto flex max-w-lg flex-col items-center gap-4 py-16 text-center">
      <CircleAlert className="size-10 text-red" aria-hidden="true" />
      <Title className="num text-lg">{title}</Title>
      {children && <div className="text-mute">{children}</div>}
      {onRetry && (
        <Button busy={busy} onClick={onRetry}>
          {labels.retry}
        </Button>
      )}
      {reference && (
        <button
          type="button"
          className="inline-flex min-h-11 items-center gap-2 text-xs text-mute hover:text-text"
          onClick={() => void navigator.clipboard.writeText(reference).then(() => setCopied(true))}
        >
          <Copy className="size-4" aria-hidden="true" />
          {copied ? labels.copied : `${labels.reference} ${reference}`}
        </button>
      )}
    </div>
  )
}
