import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'

interface SectionProps {
  title: string
  /** A summary while it is folded. */
  note?: ReactNode
  /** On a phone it is folded at first, unless the link points to it. */
  open?: boolean
  children: ReactNode
}

/** A foldable section of a long page, in a panel of its own. */
export function Section({ title, note, open = false, children }: SectionProps) {
  const id = useId()
  const [begins] = useState(() => open || matchMedia('(width >= 60rem)').matches)
  return (
    <section aria-labelledby={id} className="rounded-panel border border-line bg-panel">
      <details open={begins} className="group">
        <summary className="flex min-h-14 list-none items-center gap-3 rounded-panel px-5 py-2 hover:text-lime max-xs:px-4">
          <h2 id={id} className="min-w-0 flex-1 text-lg">
            {title}
          </h2>
          {note && <span className="text-sm text-mute">{note}</span>}
          <ChevronDown className="size-5 flex-none text-mute transition-transform group-open:rotate-180" aria-hidden="true" />
        </summary>
        <div className="flex flex-col gap-5 px-5 pt-1 pb-5 max-xs:px-4 max-xs:pb-4">{children}</div>
      </details>
    </section>
  )
}
