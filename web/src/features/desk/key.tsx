import type { ReactNode } from 'react'

/** The letter that does the same; what it is for says the button. */
export function Key({ children }: { children: ReactNode }) {
  return (
    <kbd aria-hidden="true" className="num rounded border border-current px-1.5 text-xs leading-5 max-md:hidden">
      {children}
    </kbd>
  )
}
