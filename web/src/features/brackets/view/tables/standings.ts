import { isSettledMatch } from '@/api/state-sets.gen'
import type { BracketGroup, BracketMatch, GroupLine } from '@/api/generated'

export interface Standing {
  line: GroupLine
  /** The group is finished, and no tie-break separates it from another with the same place. */
  shared: boolean
  /** It is tied at the qualifying line. */
  tied: boolean
  /** The last row above the qualifying line. */
  last: boolean
  qualifies: boolean
}

/**
 * Returns the index of the last row above the qualifying line; undefined if all or none advance. Entrants who left the tournament are skipped.
 */
export function lastThrough(
  lines: ReadonlyArray<{ contestantId: number }>,
  winners: number | null | undefined,
  out: ReadonlySet<number>,
): number | undefined {
  if (!winners) return undefined
  const staying = lines.flatMap(({ contestantId }, index) => (out.has(contestantId) ? [] : [index]))
  const last = staying[winners - 1]
  return last === undefined || last + 1 === lines.length ? undefined : last
}

/** Returns a group's table in order, with the qualifying line. Before the first result nobody has a place. */
export function standings(
  { lines, winners, cutTie, complete, closed }: Pick<BracketGroup, 'lines' | 'winners' | 'cutTie' | 'complete' | 'closed'>,
  out: ReadonlySet<number> = NOBODY,
): Standing[] {
  const begun = lines.some(({ played }) => played > 0)
  const line = lastThrough(lines, winners, out)
  const held = new Map<number, number>()
  for (const { rank } of lines) held.set(rank, (held.get(rank) ?? 0) + 1)
  return lines.map((each, index) => {
    const tied = complete && (cutTie ?? []).includes(each.contestantId)
    return {
      line: each,
      shared: (complete || closed) && (held.get(each.rank) ?? 0) > 1,
      tied,
      last: index === line,
      qualifies: begun && line !== undefined && index <= line && !tied && !out.has(each.contestantId),
    }
  })
}

const NOBODY: ReadonlySet<number> = new Set()

export interface Round {
  /** Undefined for tie-breaks, which come after all rounds. */
  round: number | undefined
  matches: BracketMatch[]
  rests: number[]
}

/** Returns the matches of a group by round, with the resting entrants; tie-breaks come last. */
export function rounds(all: readonly BracketMatch[], { group, rests }: Pick<BracketGroup, 'group' | 'rests'>): Round[] {
  const matches = all.filter((match) => match.group === group && match.state !== 'void')
  const numbers = [...new Set(matches.filter(({ extra }) => !extra).map(({ round }) => round))].sort((one, other) => one - other)
  const found: Round[] = numbers.map((round) => ({
    round,
    matches: matches.filter((match) => !match.extra && match.round === round),
    rests: rests.filter((rest) => rest.round === round).map(({ contestantId }) => contestantId),
  }))
  const extra = matches.filter((match) => match.extra)
  return extra.length > 0 ? [...found, { round: undefined, matches: extra, rests: [] }] : found
}

/** Returns the round to show first: the first one with an open match, else the last. */
export function currentRound(list: readonly Round[]): number {
  const open = list.findIndex(({ matches }) => matches.some((match) => !isSettledMatch(match.state)))
  return open === -1 ? Math.max(0, list.length - 1) : open
}

/** Returns the results of one entrant against another, in order of play: `2–1`, from the first one's side. */
export function between(matches: readonly BracketMatch[], one: number, other: number): BracketMatch[] {
  return matches.filter(
    ({ home, away }) =>
      (home.contestantId === one && away.contestantId === other) || (home.contestantId === other && away.contestantId === one),
  )
}
