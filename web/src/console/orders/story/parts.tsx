import type { ReactNode } from 'react'
import { cx } from '@/ui/cx'

/** A panel beside the time line. */
export function Panel({ heading, isLime = false, children }: { heading: string; isLime?: boolean; children: ReactNode }) {
  return (
    <section
      aria-label={heading}
      className={cx('flex min-w-0 flex-col gap-2 rounded-panel border bg-panel p-3.5', isLime ? 'border-lime/50' : 'border-line')}
    >
      <h2 className="text-base">{heading}</h2>
      {children}
    </section>
  )
}

/** A name and its value in one line. */
export function Row({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <div className={cx('flex flex-wrap justify-between gap-x-3', className)}>
      <dt className="text-mute">{label}</dt>
      <dd className="min-w-0 text-right">{children}</dd>
    </div>
  )
}
