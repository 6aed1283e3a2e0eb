import { createContext, type ReactNode, use } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '@/ui/button'

/** The foot of the dialog, which stays in view while the choices above it scroll. */
export const Foot = createContext<HTMLElement | null>(null)

/** Leads to the confirmation; stands in the dialog's foot. */
export function NextButton({ busy = false, onClick, children }: { busy?: boolean; onClick: () => void; children: ReactNode }) {
  const foot = use(Foot)
  if (!foot) return null
  return createPortal(
    <Button look="primary" wide busy={busy} onClick={onClick}>
      {children}
    </Button>,
    foot,
  )
}
