import type { ReactNode } from 'react'
import { BarIcon } from './bar-icon'
import { cx } from './cx'

interface DisclosureProps {
  title: ReactNode
  children: ReactNode
  className?: string
  /** Whether it is open at first. */
  open?: boolean
}

/** A line that expands its details. */
export function Disclosure({ title, children, className, open = false }: DisclosureProps) {
  return (
    <details open={open} className={cx('group', className)}>
      <summary className="flex min-h-12 list-none items-center gap-3 py-2 hover:text-lime">
        <span className="min-w-0 flex-1">{title}</span>
        <BarIcon shape="chevron" className="flex-none text-mute transition-transform group-open:rotate-180" />
      </summary>
      {children}
    </details>
  )
}
