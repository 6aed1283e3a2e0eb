import { createContext, use } from 'react'
import type { Steps } from './use-step'

/** What is opened over a room. */
export type Doing = 'time' | 'score' | 'no_show' | 'dispute' | 'enter' | 'rule' | 'edit_time' | 'edit_round' | 'undo' | 'out'

/** What all parts of a room share: its steps are one after the other, and its dialogs stand over all of it. */
export interface RoomActs {
  steps: Steps
  open: (doing: Doing) => void
}

export const RoomActsContext = createContext<RoomActs | undefined>(undefined)

/** Within a room only. */
export function useRoomActs(): RoomActs {
  const acts = use(RoomActsContext)
  if (!acts) throw new Error('outside a match room')
  return acts
}
