import type { ReactNode } from 'react'
import { Amount } from './amount'

interface PayBarProps {
  /** The total; before a choice there is only the note. */
  satang?: number | undefined
  /** One line about it: the purchase, or the missing choice. */
  note: ReactNode
  /** The only action: a button or a link. */
  children: ReactNode
}

/**
 * On a phone: the total and the action, always in view, in the place of the navigation (`.action-bar` hides it) and at its height. Opaque, so
 * that nothing shows through. A wide screen has its summary beside the page.
 */
export function PayBar({ satang, note, children }: PayBarProps) {
  return (
    <div className="action-bar fixed inset-x-0 bottom-0 z-20 flex h-[68px] items-center gap-3 border-t border-line bg-[#0c110e] px-4 md:hidden">
      <p className="min-w-0 flex-1 leading-tight">
        {satang !== undefined && <Amount satang={satang} decimals="exact" className="block text-xl leading-tight" />}
        <span className="line-clamp-1 text-xs leading-snug break-all text-mute">{note}</span>
      </p>
      <div className="flex max-w-[62%] min-w-[44%] flex-none flex-col">{children}</div>
    </div>
  )
}
