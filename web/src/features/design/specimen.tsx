import type { ReactNode } from 'react'
import { useContent } from '@/i18n'

/** A text in both languages. */
export interface Both {
  th: string
  en: string
}

interface StateProps extends Both {
  children: ReactNode
  /** Takes the whole row. */
  wide?: boolean
}

/** One state of a primitive under its caption. */
export function State({ th, en, children, wide = false }: StateProps) {
  const content = useContent()
  return (
    <div className={wide ? 'design-state design-wide' : 'design-state'}>
      <p className="design-caption">{content({ th, en })}</p>
      {children}
    </div>
  )
}

/** A remark about a primitive. */
export function Remark(text: Both) {
  const content = useContent()
  return <p className="design-remark">{content(text)}</p>
}
