import type { ReactNode } from 'react'
import type { LineCorrection } from '@/api/generated'

/** A choice with the sentences that say what it does. */
export interface Decision {
  choice: Omit<LineCorrection, 'number' | 'lineId' | 'version'>
  what: ReactNode
  /** The label of the button that does it. */
  action: string
}
