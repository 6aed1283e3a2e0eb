import type { ReactNode } from 'react'

/** The keyboard shortcut of a button; the button's label says what it does. */
export function Key({ children }: { children: ReactNode }) {
  return (
    <kbd aria-hidden="true" className="num rounded border border-current px-1.5 text-xs leading-5 max-md:hidden">
      {children}
    </kbd>
  )
}
