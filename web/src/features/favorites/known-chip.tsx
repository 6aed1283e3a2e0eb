import type { ReactNode } from 'react'
import { cx } from '@/ui/cx'

interface KnownChipProps {
  /** Whether it is the chosen one; absent where choosing it replaces it by a saved one. */
  pressed?: boolean
  onChoose: () => void
  children: ReactNode
}

/** A known recipient, chosen with one tap. */
export function KnownChip({ pressed, onChoose, children }: KnownChipProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      className={cx(
        'inline-flex min-h-11 items-center gap-1.5 rounded-control px-3 text-left text-sm ring-1 ring-inset hover:ring-lime',
        pressed ? 'bg-lime-dim text-lime ring-lime' : 'ring-control',
      )}
      onClick={onChoose}
    >
      {children}
    </button>
  )
}
