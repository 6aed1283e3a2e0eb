import type { Bracket, BracketEntrant, BracketMatch, MatchPart, MatchSlot } from './contract'

/** Matches that stand together under one title. */
export interface Round {
  /** `main-1` */
  key: string
  part: MatchPart
  round: number
  /** Of a group, from 1 */
  group?: number
  /** In order, those that are played */
  matches: BracketMatch[]
  /** With byes: a power of two in the main part of a bracket */
  drawn: number
  /** Whether it is the last of its part */
  last: boolean
}

/** A bye is no match to look at, and neither is one that is not needed. */
const isPlayed = ({ state }: Pick<BracketMatch, 'state'>): boolean => state !== 'bye' && state !== 'void'

const PARTS: readonly MatchPart[] = ['group', 'main', 'losers', 'third', 'final']

/** All rounds that have a match to be played, part by part. */
export function roundsOf(matches: readonly BracketMatch[]): Round[] {
  const rounds = new Map<string, Round>()
  const lastRound = new Map<MatchPart, number>()
  for (const match of matches) {
    const { part, round } = match
    const group = match.group ?? undefined
    const key = group === undefined ? `${part}-${round}` : `${part}${group}-${round}`
    const known = rounds.get(key) ?? { key, part, round, ...(group !== undefined && { group }), matches: [], drawn: 0, last: false }
    known.drawn += 1
    if (isPlayed(match)) known.matches.push(match)
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

/** What is asked of a bracket again and again, by number. */
export interface Known {
  match: ReadonlyMap<number, BracketMatch>
  entrant: ReadonlyMap<number, BracketEntrant>
  /** Double elimination: its last match is of another part */
  double: boolean
}

export function known({ matches, entrants }: Pick<Bracket, 'matches' | 'entrants'>): Known {
  return {
    match: new Map(matches.map((match) => [match.id, match])),
    entrant: new Map(entrants.map((entrant) => [entrant.contestantId, entrant])),
    double: matches.some(({ part }) => part === 'losers' || part === 'final'),
  }
}

export const sides = (match: BracketMatch): [MatchSlot, MatchSlot] => [match.home, match.away]
