import { isSettledMatch } from '@/api/state-sets.gen'
import type { BracketGroup, BracketMatch, GroupLine } from '@/api/generated'

export interface Standing {
  line: GroupLine
  /** All is played, and nothing set it apart from another with the same place. */
  shared: boolean
  /** It shares the place that the qualifying line goes through. */
  tied: boolean
  /** The last above the qualifying line. */
  last: boolean
  qualifies: boolean
}

/** The index of the last line above the qualifying line; nothing where all or none go on. Who left the tournament is passed over. */
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

/** A group's table, from the first, and where the qualifying line goes. Before the first result nobody has a place. */
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
  /** Nothing for tie-breaks, which come after all rounds. */
  round: number | undefined
  matches: BracketMatch[]
  rests: number[]
}

/** The matches of a group by round, those that rest beside them; tie-breaks last. */
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

/** The round to show first: where something is still open, else the last. */
export function currentRound(list: readonly Round[]): number {
  const open = list.findIndex(({ matches }) => matches.some((match) => !isSettledMatch(match.state)))
  return open === -1 ? Math.max(0, list.length - 1) : open
}

/** The results of one entrant against another, in the order played: `2–1`, from its own side. */
export function between(matches: readonly BracketMatch[], one: number, other: number): BracketMatch[] {
  return matches.filter(
    ({ home, away }) =>
      (home.contestantId === one && away.contestantId === other) || (home.contestantId === other && away.contestantId === one),
  )
}
