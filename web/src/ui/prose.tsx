import type { ReactNode } from 'react'
import './prose.css'

/** The look of a rendered article. */
export function Prose({ children }: { children: ReactNode }) {
  return <div className="prose">{children}</div>
}
