import type { DocumentKind, EntryPlayer, PlayerLack, PlayerReadiness } from '@/api/generated'

/** A player of the roster, as the captain chose it. */
export interface RosterPlayer {
  userId: number
  role: 'main' | 'substitute'
  gameId: string
}

export interface Limits {
  main: number
  substitutes: number
}

const count = (chosen: readonly RosterPlayer[], role: RosterPlayer['role']) => chosen.filter((each) => each.role === role).length
const most = (limits: Limits, role: RosterPlayer['role']) => (role === 'main' ? limits.main : limits.substitutes)

export function roomFor(chosen: readonly RosterPlayer[], role: RosterPlayer['role'], limits: Limits): number {
  return Math.max(0, most(limits, role) - count(chosen, role))
}

/** Handles a tap: removes a chosen player; else adds a main player if there is room, then a substitute. Without room nothing changes. */
export function toggle(
  chosen: readonly RosterPlayer[],
  player: { userId: number; gameId?: string | null | undefined },
  limits: Limits,
): readonly RosterPlayer[] {
  if (chosen.some(({ userId }) => userId === player.userId)) return chosen.filter(({ userId }) => userId !== player.userId)
  const role = (['main', 'substitute'] as const).find((each) => roomFor(chosen, each, limits) > 0)
  return role ? [...chosen, { userId: player.userId, role, gameId: player.gameId ?? '' }] : chosen
}

export function withRole(
  chosen: readonly RosterPlayer[],
  userId: number,
  role: RosterPlayer['role'],
  limits: Limits,
): readonly RosterPlayer[] {
  if (roomFor(chosen, role, limits) === 0) return chosen
  return chosen.map((each) => (each.userId === userId ? { ...each, role } : each))
}

export function withGameId(chosen: readonly RosterPlayer[], userId: number, gameId: string): readonly RosterPlayer[] {
  return chosen.map((each) => (each.userId === userId ? { ...each, gameId } : each))
}

/** Whether it matches the game's pattern for IDs. A pattern that the browser cannot parse accepts everything. */
export function fitsPattern(gameId: string, pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(gameId.trim())
  } catch {
    return gameId.trim() !== ''
  }
}

/** A possible player: as in the entry if they are in it, else with their current readiness. */
export interface Candidate extends PlayerReadiness {
  remindedAt?: string | null | undefined
}

export function candidates(players: readonly PlayerReadiness[], entered: readonly EntryPlayer[]): Candidate[] {
  return players.map((player) => {
    const own = entered.find(({ userId }) => userId === player.userId)
    if (!own) return player
    return { ...player, missing: own.missing, refusal: own.refusal ?? null, remindedAt: own.remindedAt }
  })
}

/** Returns a player's missing items, counting input on this page. */
export function lacksOf(
  player: PlayerReadiness,
  gameId: string | undefined,
  pattern: string,
  given: readonly DocumentKind[],
  label: () => PlayerLack,
): PlayerLack[] {
  const rest = player.missing.filter(({ what, kind }) => what !== 'game_id' && !(what === 'document' && kind && given.includes(kind)))
  if (gameId === undefined || fitsPattern(gameId, pattern)) return rest
  return [player.missing.find(({ what }) => what === 'game_id') ?? label(), ...rest]
}

/** Groups in display order: main players, substitutes, the others; the captain first among the others. */
export function grouped<P extends { userId: number; captain: boolean }>(players: readonly P[], chosen: readonly RosterPlayer[]) {
  const of = (role: RosterPlayer['role']) =>
    chosen.filter((each) => each.role === role).flatMap(({ userId }) => players.find((player) => player.userId === userId) ?? [])
  const others = players.filter(({ userId }) => !chosen.some((each) => each.userId === userId))
  return {
    main: of('main'),
    substitutes: of('substitute'),
    others: others.toSorted((one, other) => Number(other.captain) - Number(one.captain)),
  }
}
