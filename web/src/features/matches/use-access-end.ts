import type { AccessEnd, MatchRoom } from '@/api/generated'
import { useState } from 'react'
import { isInside, isStaff } from './room'

/** Why somebody is not in the room any more. The server knows it of players; of others the page does that had them in it. */
export type AccessEnded = AccessEnd | 'sides' | 'staff'

export function accessEnd(before: MatchRoom | undefined, room: MatchRoom): AccessEnded | undefined {
  if (isInside(room)) return undefined
  if (room.me.ended) return room.me.ended
  if (!before) return undefined
  return isStaff(before) ? 'staff' : 'sides'
}

export function useAccessEnd(room: MatchRoom): AccessEnded | undefined {
  const [before, setBefore] = useState<MatchRoom>()
  // As it was when they were in it last.
  if (isInside(room) && before?.me !== room.me) setBefore(room)
  return accessEnd(before, room)
}
