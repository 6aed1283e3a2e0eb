import type { EntryPlayer } from '@/api/generated'
import type { RosterPlayer } from '@/features/registration/roster'

type Listed = Pick<EntryPlayer, 'userId' | 'displayName' | 'role' | 'gameId' | 'left'>

export interface RosterChange {
  userId: number
  name: string
  /** The change; a player who stays may have another role, another game ID, or both. */
  what: 'in' | 'out' | 'main' | 'substitute' | 'gameId'
}

/** Lists the changes of a roster by player: those who leave, those who join, then the others. */
export function rosterChanges(
  listed: readonly Listed[],
  chosen: readonly RosterPlayer[],
  nameOf: (userId: number) => string,
): readonly RosterChange[] {
  const before = listed.filter(({ left }) => !left)
  const out = before
    .filter(({ userId }) => !chosen.some((each) => each.userId === userId))
    .map(({ userId, displayName }): RosterChange => ({ userId, name: displayName, what: 'out' }))
  const others = chosen.flatMap(({ userId, role, gameId }): RosterChange[] => {
    const name = nameOf(userId)
    const was = before.find((each) => each.userId === userId)
    if (!was) return [{ userId, name, what: 'in' }]
    return [
      ...(was.role === role ? [] : [{ userId, name, what: role }]),
      ...(was.gameId === gameId.trim() ? [] : [{ userId, name, what: 'gameId' as const }]),
    ]
  })
  const comes = ({ what }: RosterChange) => what === 'in'
  return [...out, ...others.filter(comes), ...others.filter((change) => !comes(change))]
}
