import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
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
      <summary className="flex min-h-12 list-none items-center gap-3 py-2 hover:text-lime [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 flex-1">{title}</span>
        <ChevronDown className="size-5 flex-none text-mute transition-transform group-open:rotate-180" aria-hidden="true" />
      </summary>
      {children}
    </details>
  )
}
