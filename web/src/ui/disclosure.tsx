import type { ReactNode } from 'react'
import { BarIcon } from './bar-icon'

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
    <details open={open} className={className}>
      <summary className="fold-line">
        <span>{title}</span>
        <BarIcon shape="chevron" />
      </summary>
      {children}
    </details>
  )
}
