import { createContext, use } from 'react'
import type { Steps } from './use-step'

/** The dialogs of a room. */
export type Doing = 'time' | 'score' | 'no_show' | 'dispute' | 'enter' | 'rule' | 'edit_time' | 'edit_round' | 'undo' | 'out'

/** State that all parts of a room share: steps run one after the other, and dialogs cover the whole room. */
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
