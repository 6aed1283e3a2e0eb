import type { AccessEnd, MatchRoom } from '@/api/generated'
import { useState } from 'react'
import { isInside, isStaff } from './room'

/** Reason why the user is no longer in the room. The server knows it for players; for others the page that was open knows it. */
export type AccessEnded = AccessEnd | 'sides' | 'staff'

export function accessEnd(before: MatchRoom | undefined, room: MatchRoom): AccessEnded | undefined {
  if (isInside(room)) return undefined
  if (room.me.ended) return room.me.ended
  if (!before) return undefined
  return isStaff(before) ? 'staff' : 'sides'
}

export function useAccessEnd(room: MatchRoom): AccessEnded | undefined {
  const [before, setBefore] = useState<MatchRoom>()
  // The user's part when they were last in the room.
  if (isInside(room) && before?.me !== room.me) setBefore(room)
  return accessEnd(before, room)
}
