import type { MatchNow, MatchRoom, MatchSide, RoomReport } from '@/api/generated'

/** Returns the room with the state from an event or a refusal, unless the room is newer. */
export function withNow(room: MatchRoom, now: MatchNow): MatchRoom {
  if (now.matchId !== room.id || now.version <= room.now.version) return room
  // An outsider's room has fewer fields than the event for its members.
  return { ...room, now }
}

/** Whether reports or rosters, which no event carries, may have changed too: the room then has to be fetched again. */
export const asksAgain = (before: MatchNow, now: MatchNow): boolean =>
  now.version > before.version &&
  (before.reported.home !== now.reported.home ||
    before.reported.away !== now.reported.away ||
    before.state !== now.state ||
    (before.homeId ?? 0) !== (now.homeId ?? 0) ||
    (before.awayId ?? 0) !== (now.awayId ?? 0))

/** Merges an answer into the room that is shown, each part from the later of the two. */
export function laterOf(shown: MatchRoom | undefined, answer: MatchRoom): MatchRoom {
  return shown && shown.now.version > answer.now.version ? { ...answer, now: shown.now } : answer
}

export const otherSide = (side: MatchSide): MatchSide => (side === 'home' ? 'away' : 'home')

export const isStaff = ({ me }: MatchRoom): boolean => me.staff !== null && me.staff !== undefined

/** Whether the viewer enters results; an assistant does not. */
export const decides = ({ me }: MatchRoom): boolean => me.staff === 'promoter' || me.staff === 'co_promoter'

/** Whether the viewer belongs to a side, or to staff. */
export const isInside = (room: MatchRoom): boolean => Boolean(room.me.side) || isStaff(room)

/** Returns the newest report of each side. */
export function reportsBySide(reports: readonly RoomReport[]): Partial<Record<MatchSide, RoomReport>> {
  const found: Partial<Record<MatchSide, RoomReport>> = {}
  for (const report of reports) {
    const known = found[report.side]
    if (!known || known.createdAt < report.createdAt) found[report.side] = report
  }
  return found
}

/** The steps of a match, for its progress. */
export const STEPS = ['time', 'play', 'report', 'confirm'] as const

/** Returns the current step, from 0; 4 when all are done. */
export function stepOf({ state, scheduledAt, reported }: MatchNow): number {
  switch (state) {
    case 'decided':
      return 4
    case 'submitted':
    case 'disputed':
      return 3
    case 'playing':
      return reported.home || reported.away ? 3 : 1
    default:
      return scheduledAt ? 1 : 0
  }
}
