import type { SurvivorGroup, SurvivorLine, SurvivorMapResult } from '@/api/generated'

/** An entrant's result of one map, and the heat that records it. */
export interface Played {
  matchId: number
  heat: number
  at: string
  version: number
  result: SurvivorMapResult
}

export interface Cell {
  map: number
  /** Several if halves of a group meet: an entrant then plays the same map in more than one heat. */
  played: Played[]
  points: number
  /** The entrant won one of them. */
  won: boolean
  /** Counts towards the total, where only the best maps do. */
  counts: boolean
}

export interface BoardRules {
  /** Only this many of the best maps count */
  bestMaps?: number | null | undefined
  tieOrder?: readonly string[] | null | undefined
}

/** Returns the numbers of the maps published somewhere in the group, in order. */
export function publishedMaps({ heats }: Pick<SurvivorGroup, 'heats'>): number[] {
  const found = heats
    .filter(({ extra }) => !extra)
    .flatMap(({ maps }) => maps.filter(({ state }) => state === 'published').map(({ map }) => map))
  return [...new Set(found)].sort((one, other) => one - other)
}

/** Returns an entrant's maps. */
function playedBy({ heats }: Pick<SurvivorGroup, 'heats'>, entrant: number, until: number): Map<number, Played[]> {
  const found = new Map<number, Played[]>()
  for (const { matchId, heat, maps, extra } of heats) {
    // A tie-break map counts for nothing else.
    if (extra) continue
    for (const { map, state, at, version, results } of maps) {
      const result = results.find(({ contestantId }) => contestantId === entrant)
      if (!result || state !== 'published' || map > until) continue
      found.set(map, [...(found.get(map) ?? []), { matchId, heat, at, version, result }])
    }
  }
  return found
}

/** Returns a row's cells for maps 1 to `until`; a map that was not played has an empty cell. */
export function cells(group: Pick<SurvivorGroup, 'heats'>, entrant: number, until: number, best?: number | null): Cell[] {
  const played = playedBy(group, entrant, until)
  const all = Array.from({ length: until }, (_, index) => {
    const found = played.get(index + 1) ?? []
    return {
      map: index + 1,
      played: found,
      points: found.reduce((sum, { result }) => sum + result.points, 0),
      won: found.some(({ result }) => result.place === 1),
      counts: true,
    }
  })
  if (!best) return all
  // The earlier of two maps with the same points counts.
  const score = ({ played }: Cell) => played.reduce((sum, { result }) => sum + earned(result), 0)
  const kept = all
    .filter(({ played }) => played.length > 0)
    .sort((one, other) => score(other) - score(one) || one.map - other.map)
    .slice(0, best)
  return all.map((cell) => ({ ...cell, counts: kept.some(({ map }) => map === cell.map) }))
}

export type BoardRow = Pick<SurvivorLine, 'contestantId' | 'rank' | 'total' | 'wins' | 'kills' | 'placePoints'>

/** Points before a penalty. */
const earned = ({ points, penalty }: SurvivorMapResult): number => points - (penalty ?? 0)

const USUAL = ['wins', 'kills', 'last_map'] as const

/**
 * Computes the board as of a map, for looking back: totals and the stage's tie-breaks, followed by entrants who had left the tournament. Lots,
 * and the entrant who ended it by a rush, belong to the current board, which the server sends.
 */
export function boardAfter(
  group: SurvivorGroup,
  map: number,
  { bestMaps, tieOrder }: BoardRules,
  out: ReadonlySet<number>,
  killPoints = 1,
): BoardRow[] {
  const order = tieOrder && tieOrder.length > 0 ? tieOrder : USUAL
  const results = map * group.heats.length
  const sums = group.lines.map(({ contestantId }) => {
    const own = cells(group, contestantId, map, bestMaps)
    const all = own.flatMap(({ played }) => played.map(({ result }) => result))
    const counted = own.filter(({ counts }) => counts).flatMap(({ played }) => played)
    const sum = (of: (result: SurvivorMapResult) => number) => all.reduce((total, result) => total + of(result), 0)
    const row = {
      contestantId,
      rank: 0,
      total: counted.reduce((total, { result }) => total + earned(result), 0) + sum(({ penalty }) => penalty ?? 0),
      wins: all.filter(({ place }) => place === 1).length,
      kills: sum(({ kills }) => kills),
      placePoints: sum((result) => earned(result) - result.kills * killPoints),
    }
    const best = all.map(earned).sort((one, other) => other - one)
    const values: Record<string, number[]> = {
      wins: [row.wins],
      kills: [row.kills],
      place_points: [row.placePoints],
      last_map: [-(all.at(-1)?.place ?? Number.MAX_SAFE_INTEGER)],
      // The same number for every entrant, so that later keys stay aligned.
      best_map: Array.from({ length: results }, (_, index) => best[index] ?? 0),
    }
    const left = out.has(contestantId) && lastStarted(group, contestantId) < map
    return { row, values: [left ? 0 : 1, row.total, ...order.flatMap((by) => values[by] ?? [])] }
  })
  const ranked = sums.sort((one, other) => compare(other.values, one.values))
  let rank = 0
  return ranked.map(({ row, values }, index) => {
    const before = ranked[index - 1]
    if (!before || compare(before.values, values) !== 0) rank = index + 1
    return { ...row, rank }
  })
}

/** Returns the last map that an entrant started; 0 if it started none. */
function lastStarted(group: Pick<SurvivorGroup, 'heats'>, entrant: number): number {
  const started = [...playedBy(group, entrant, Infinity)].filter(([, played]) => played.some(({ result }) => result.place))
  return Math.max(0, ...started.map(([map]) => map))
}

function compare(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((value, index) => value !== other[index])
  return at === -1 ? 0 : (one[at] ?? 0) - (other[at] ?? 0)
}

/** Returns how many places each entrant rose (+) or fell (−) with the last map. */
export function moves(before: readonly BoardRow[], now: readonly BoardRow[]): ReadonlyMap<number, number> {
  const was = new Map(before.map(({ contestantId, rank }) => [contestantId, rank]))
  return new Map(now.map(({ contestantId, rank }) => [contestantId, (was.get(contestantId) ?? rank) - rank]))
}

/** Returns the entrants who may end the group with the next map they win. */
export function beyond(rows: readonly BoardRow[], threshold: number | null | undefined, out: ReadonlySet<number>): number[] {
  if (!threshold) return []
  return rows.filter(({ contestantId, total }) => total >= threshold && !out.has(contestantId)).map(({ contestantId }) => contestantId)
}
