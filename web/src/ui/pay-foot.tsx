import type { ReactNode } from 'react'
import { Amount } from './amount'

interface PayFootProps {
  label: string
  satang: number
  /** The only action, at full width. */
  children: ReactNode
}

/**
 * The total of a summary and its button. On a phone both are always in view, in the place of the navigation (`.action-bar` hides it) and at its
 * height; opaque, so that nothing shows through.
 */
export function PayFoot({ label, satang, children }: PayFootProps) {
  return (
    <div className="action-bar flex max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-20 max-md:h-[68px] max-md:items-center max-md:gap-3 max-md:border-t max-md:border-line max-md:bg-[#0c110e] max-md:px-4 md:flex-col md:gap-4">
      <p className="leading-tight max-md:min-w-0 max-md:flex-1 md:flex md:items-baseline md:justify-between md:gap-4 md:border-t md:border-line md:pt-4">
        <span className="font-semibold max-md:block max-md:text-xs max-md:font-normal max-md:text-mute">{label}</span>
        <Amount satang={satang} decimals="exact" className="text-xl md:text-2xl" />
      </p>
      <div className="flex flex-col leading-snug max-md:max-w-[62%] max-md:min-w-[46%]">{children}</div>
    </div>
  )
}
