import type { Bracket, BracketEntrant, BracketMatch, BracketPart, BracketSlot } from '@/api/generated'

/** Matches shown under one title. */
export interface Round {
  /** `main-1` */
  key: string
  part: BracketPart
  round: number
  /** Number of the group, from 1 */
  group?: number
  /** The matches that are played, in order */
  matches: BracketMatch[]
  /** Including byes: a power of two in the main part of a bracket */
  drawn: number
  /** Whether it is the last of its part */
  last: boolean
}

/**
 * Numbers the matches that are played. It follows the draw, not the results: if both sides are out, the next match is not played, but keeps its
 * place.
 */
export function playedMatches(matches: readonly BracketMatch[]): ReadonlySet<number> {
  const byId = new Map(matches.map((match) => [match.id, match]))
  const come = new Map<number, { winner: boolean; loser: boolean }>()
  const of = (id: number) => {
    const before = come.get(id)
    if (before) return before
    const match = byId.get(id)
    // A match outside this list sends a winner.
    const [home, away] = match ? [comes(match.home), comes(match.away)] : [true, true]
    const found = { winner: home || away, loser: home && away }
    come.set(id, found)
    return found
  }
  const comes = ({ winnerOf, loserOf, bye }: BracketSlot): boolean => {
    if (winnerOf) return of(winnerOf).winner
    if (loserOf) return of(loserOf).loser
    return !bye
  }
  return new Set(matches.filter(({ id }) => of(id).loser).map(({ id }) => id))
}

const PARTS: readonly BracketPart[] = ['group', 'main', 'losers', 'third', 'final']

/** Returns all rounds with a match to be played, part by part. */
export function roundsOf(matches: readonly BracketMatch[]): Round[] {
  const played = playedMatches(matches)
  const rounds = new Map<string, Round>()
  const lastRound = new Map<BracketPart, number>()
  for (const match of matches) {
    const { part, round } = match
    const group = match.group ?? undefined
    const key = group === undefined ? `${part}-${round}` : `${part}${group}-${round}`
    const known = rounds.get(key) ?? { key, part, round, ...(group !== undefined && { group }), matches: [], drawn: 0, last: false }
    known.drawn += 1
    if (played.has(match.id)) known.matches.push(match)
    rounds.set(key, known)
    lastRound.set(part, Math.max(round, lastRound.get(part) ?? 0))
  }
  const all = [...rounds.values()].filter((round) => round.matches.length > 0)
  for (const round of all) {
    round.last = round.round === lastRound.get(round.part)
    round.matches.sort((one, other) => one.number - other.number)
  }
  const order = (round: Round) => PARTS.indexOf(round.part)
  return all.sort((one, other) => order(one) - order(other) || (one.group ?? 0) - (other.group ?? 0) || one.round - other.round)
}

/** A bracket's matches, entrants and prizes by number. */
export interface BracketLookup {
  match: ReadonlyMap<number, BracketMatch>
  entrant: ReadonlyMap<number, BracketEntrant>
  /** Double elimination: its last match is of another part */
  double: boolean
  /** Where the loser of a match goes on, in a double elimination or to the third place */
  falls: ReadonlyMap<number, number>
  prizes: Bracket['prizes']
}

export function lookupOf({ matches, entrants, prizes }: Pick<Bracket, 'matches' | 'entrants' | 'prizes'>): BracketLookup {
  return {
    match: new Map(matches.map((match) => [match.id, match])),
    entrant: new Map(entrants.map((entrant) => [entrant.contestantId, entrant])),
    double: matches.some(({ part }) => part === 'losers' || part === 'final'),
    falls: new Map(matches.flatMap((match) => sides(match).flatMap(({ loserOf }) => (loserOf ? [[loserOf, match.id] as const] : [])))),
    prizes,
  }
}

export const sides = (match: BracketMatch): [BracketSlot, BracketSlot] => [match.home, match.away]

/** Whether an entrant plays in a match. */
export const playsIn = (match: BracketMatch, contestant: number): boolean =>
  sides(match).some(({ contestantId }) => contestantId === contestant)

/** Whether the matches have the same tree: results and entrants do not affect it. */
export function sameTree(before: readonly BracketMatch[], now: readonly BracketMatch[]): boolean {
  if (before.length !== now.length) return false
  return now.every((match, at) => {
    const was = before[at]
    if (was === match) return true
    const same = (one: BracketSlot, other: BracketSlot) =>
      one.winnerOf === other.winnerOf && one.loserOf === other.loserOf && Boolean(one.bye) === Boolean(other.bye)
    return (
      was?.id === match.id &&
      was.round === match.round &&
      was.part === match.part &&
      same(was.home, match.home) &&
      same(was.away, match.away)
    )
  })
}

/** Returns the entrants who left the tournament. */
export function outOf(entrants: ReadonlyArray<Pick<BracketEntrant, 'contestantId' | 'out'>>): ReadonlySet<number> {
  return new Set(entrants.filter(({ out }) => out).map(({ contestantId }) => contestantId))
}
