import type { BracketMatch } from '@/api/generated'
import { type BracketLookup, playsIn } from '../rounds'

/** The path of an entrant through a bracket. */
export interface EntrantPath {
  /** Matches that it plays or has played */
  played: ReadonlySet<number>
  /** Matches that it reaches by winning on */
  ahead: ReadonlySet<number>
}

/** Maps a match to the matches that its sides go on to, by number. */
export function goesTo(matches: readonly BracketMatch[]): ReadonlyMap<number, number> {
  const goes = new Map<number, number>()
  for (const { id, home, away } of matches) for (const { winnerOf } of [home, away]) if (winnerOf) goes.set(winnerOf, id)
  return goes
}

/** Returns the matches an entrant has played, and those it may still reach. */
export function pathOf(contestant: number, matches: readonly BracketMatch[], { match, entrant }: BracketLookup): EntrantPath {
  const own = matches.filter((each) => playsIn(each, contestant))
  const played = new Set(own.map(({ id }) => id))
  const ahead = new Set<number>()
  const open = own.find(({ state }) => state !== 'decided' && state !== 'bye' && state !== 'void')
  if (!open || entrant.get(contestant)?.out) return { played, ahead }
  const goes = goesTo(matches)
  let next = goes.get(open.id)
  while (next !== undefined && !ahead.has(next)) {
    if (!played.has(next) && match.get(next)?.state !== 'void') ahead.add(next)
    next = goes.get(next)
  }
  return { played, ahead }
}
