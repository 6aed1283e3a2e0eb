import type { ReactNode } from 'react'
import { cx } from './cx'

/** A short label. */
export function Tag({ tone, children }: { tone?: 'lime' | 'amber' | 'red' | undefined; children: ReactNode }) {
  const look =
    tone === 'lime'
      ? 'bg-lime-dim text-lime'
      : tone === 'amber'
        ? 'bg-amber-dim text-amber'
        : tone === 'red'
          ? 'bg-red-dim text-red'
          : 'bg-raise text-mute'
  return <span className={cx('num inline-block rounded px-2 text-xs leading-6 whitespace-nowrap', look)}>{children}</span>
}
