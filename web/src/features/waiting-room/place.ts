import { queryOptions } from '@tanstack/react-query'
import { flashLinePlace, type RoomLive, type WaitingPlace } from '@/api/generated'
import { answerOf } from '@/api/problem'

export function placeQuery(flashSaleId: number, userId: number | undefined) {
  return queryOptions({
    queryKey: ['flash-line', flashSaleId, userId],
    queryFn: () => answerOf(flashLinePlace({ body: { flashSaleId } })),
    structuralSharing: (shown, fresh) => newer(shown as WaitingPlace | undefined, fresh as WaitingPlace),
  })
}

/** Merges the shown place and a fresh answer: the room with the higher version stays. */
export function newer(shown: WaitingPlace | undefined, fresh: WaitingPlace): WaitingPlace {
  return shown ? withRoom(fresh, shown.room) : fresh
}

/** Applies an announcement of the room to a place. */
export function withRoom(place: WaitingPlace, room: RoomLive): WaitingPlace {
  return room.version > place.room.version ? { ...place, room } : place
}

/**
 * Returns the number in line by what was announced since the place was read. People who left in between are only known to the next reading, so
 * the number may be too high but never too low.
 */
export function numberNow({ state, number, ticket, room }: WaitingPlace): number | undefined {
  if (state !== 'waiting' || number == null || ticket == null) return undefined
  return Math.max(1, Math.min(number, ticket - room.serving))
}

/** Whether the place must have changed: the line has passed it, or the sale is over. */
export function isOutdated({ state, ticket, room }: WaitingPlace): boolean {
  return state === 'waiting' && (room.isOver || (ticket != null && room.serving >= ticket))
}

/** Returns the expected time of the turn in Unix milliseconds; undefined until the line has a speed. */
export function turnAt(number: number, room: RoomLive, now: number): number | undefined {
  if (room.perMinute == null || room.perMinute < 1) return undefined
  return now + (number / room.perMinute) * 60_000
}
