import type { BracketMatch } from '@/api/generated'

/** Lines of a bracket in one section, or a section for each group; null is an empty line. */
export type Arrangement = ReadonlyArray<ReadonlyArray<number | null>>
export type Swap = readonly [number, number]

/** Position of an entrant. */
export interface LinePosition {
  section: number
  line: number
}

export function placesOf(arrangement: Arrangement): Map<number, LinePosition> {
  const places = new Map<number, LinePosition>()
  for (const [section, lines] of arrangement.entries())
    for (const [line, who] of lines.entries()) if (who !== null) places.set(who, { section, line })
  return places
}

/** Applies the swaps one after another. Untouched sections stay the same objects. */
export function swapped(arrangement: Arrangement, swaps: readonly Swap[]): Arrangement {
  if (swaps.length === 0) return arrangement
  const places = placesOf(arrangement)
  const changed = new Map<number, Array<number | null>>()
  const put = (who: number, { section, line }: LinePosition) => {
    const lines = changed.get(section) ?? [...(arrangement[section] ?? [])]
    lines[line] = who
    changed.set(section, lines)
    places.set(who, { section, line })
  }
  for (const [one, other] of swaps) {
    const [here, there] = [places.get(one), places.get(other)]
    if (!here || !there) continue
    put(one, there)
    put(other, here)
  }
  return arrangement.map((lines, section) => changed.get(section) ?? lines)
}

/** Returns the matches of a draft with the swaps made. */
export function swappedMatches(matches: readonly BracketMatch[], swaps: readonly Swap[]): BracketMatch[] {
  const now = new Map<number, number>()
  const at = (who: number) => now.get(who) ?? who
  // Maps the entrant who stood there at first to the one who stands there now.
  for (const [one, other] of swaps) {
    const first = [...now].find(([, who]) => who === one)?.[0] ?? one
    const second = [...now].find(([, who]) => who === other)?.[0] ?? other
    now.set(first, other)
    now.set(second, one)
  }
  const slot = (of: BracketMatch['home']) => (of.contestantId ? { ...of, contestantId: at(of.contestantId) } : of)
  return matches.map((match) => ({ ...match, home: slot(match.home), away: slot(match.away) }))
}

/** Lines that are shown together: a quarter or an eighth of a bracket, or a group. */
export interface Block {
  section: number
  /** Its first line in the section */
  from: number
  lines: ReadonlyArray<number | null>
}

/** Pairs in a block. */
const BLOCK = 8

export function blocksOf(arrangement: Arrangement, isBracket: boolean): Block[] {
  if (!isBracket) return arrangement.map((lines, section) => ({ section, from: 0, lines }))
  return arrangement.flatMap((lines, section) =>
    Array.from({ length: Math.ceil(lines.length / BLOCK) }, (_, index) => ({
      section,
      from: index * BLOCK,
      lines: lines.slice(index * BLOCK, (index + 1) * BLOCK),
    })),
  )
}

/** Returns the round in which two lines meet, from 1. */
export const meetsIn = (one: number, other: number): number => 32 - Math.clz32(one ^ other)

export interface Clash {
  pair: Swap
  /** The round of a bracket, from 1; also 1 within one group */
  round: number
}

export type OrganizationOf = (contestantId: number) => number | undefined

/**
 * Finds entrants of one organization that meet in the first round or share a group, and those who may meet in the second round. The worst come
 * first.
 */
export function clashesOf(arrangement: Arrangement, isBracket: boolean, organizationOf: OrganizationOf): Clash[] {
  const clashes: Clash[] = []
  for (const lines of arrangement) {
    const parts = isBracket ? Array.from({ length: Math.ceil(lines.length / 4) }, (_, at) => lines.slice(at * 4, at * 4 + 4)) : [lines]
    for (const part of parts) {
      for (const [at, one] of part.entries()) {
        const organization = one === null ? undefined : organizationOf(one)
        if (one === null || organization === undefined) continue
        for (const [offset, other] of part.slice(at + 1).entries()) {
          if (other === null || organizationOf(other) !== organization) continue
          clashes.push({ pair: [one, other], round: isBracket ? meetsIn(at, at + 1 + offset) : 1 })
        }
      }
    }
  }
  return clashes.sort((one, other) => one.round - other.round)
}

export interface Effect {
  gone: number
  added: number
}

/** The effect of a swap on the clashes of the first round, or of groups. */
export function effectOf(arrangement: Arrangement, isBracket: boolean, organizationOf: OrganizationOf, swap: Swap): Effect {
  const places = placesOf(arrangement)
  const [here, there] = [places.get(swap[0]), places.get(swap[1])]
  if (!here || !there) return { gone: 0, added: 0 }
  // Only the pairs and groups of the two can change.
  const near = ({ section, line }: LinePosition) =>
    (isBracket ? [section, line - (line % 2), 2] : [section, 0, arrangement[section]?.length ?? 0]) as [number, number, number]
  const keys = new Set([here, there].map((place) => near(place).join()))
  const part = (of: Arrangement) =>
    [...keys].map((key) => {
      const [section = 0, from = 0, length = 0] = key.split(',').map(Number)
      return of[section]?.slice(from, from + length) ?? []
    })
  const names = (of: Arrangement) =>
    new Set(
      part(of).flatMap((lines) => clashesOf([lines], false, organizationOf).map(({ pair }) => [...pair].sort((a, b) => a - b).join())),
    )
  const [before, after] = [names(arrangement), names(swapped(arrangement, [swap]))]
  const count = (of: Set<string>, not: Set<string>) => [...of].filter((name) => !not.has(name)).length
  return { gone: count(before, after), added: count(after, before) }
}

/** Finds swaps that end a clash and make no other: the later entrant changes places with one of nearly the same seed. */
export function fixesOf(
  arrangement: Arrangement,
  isBracket: boolean,
  organizationOf: OrganizationOf,
  { pair }: Clash,
  seedOf: (contestantId: number) => number,
  fixed: ReadonlySet<number>,
): Swap[] {
  const [strong, weak] = seedOf(pair[0]) < seedOf(pair[1]) ? pair : ([pair[1], pair[0]] as const)
  const moves = fixed.has(weak) ? strong : weak
  if (fixed.has(moves)) return []
  const seed = seedOf(moves)
  const others = [...placesOf(arrangement).keys()].filter((who) => !fixed.has(who) && who !== strong && who !== weak)
  others.sort((one, other) => Math.abs(seedOf(one) - seed) - Math.abs(seedOf(other) - seed))
  const fixes: Swap[] = []
  for (const other of others.slice(0, NEAR)) {
    const { gone, added } = effectOf(arrangement, isBracket, organizationOf, [moves, other])
    if (gone > 0 && added === 0) fixes.push([moves, other])
  }
  return fixes
}

/** Number of other entrants tried for a fix. */
const NEAR = 40

/** Returns the entrants who stand elsewhere than before. */
export function movedSince(before: Arrangement, now: Arrangement): Set<number> {
  const [was, is] = [placesOf(before), placesOf(now)]
  const same = (one: LinePosition | undefined, other: LinePosition) => one?.section === other.section && one.line === other.line
  return new Set([...is].filter(([who, place]) => !same(was.get(who), place)).map(([who]) => who))
}

/** A seed as people copy it: hexadecimal, in fours. */
export function spelled(seed: string): string {
  const hex = BigInt(seed).toString(16).toUpperCase().padStart(16, '0')
  return hex.replace(/(.{4})(?=.)/g, '$1 ')
}

/** Parses a typed seed: the hexadecimal that is shown, or the number itself; undefined if it is neither. */
export function seedFrom(typed: string): string | undefined {
  const bare = typed.replace(/[\s-]/g, '')
  if (/^\d{1,20}$/.test(bare) && !/^[\dA-F]{16}$/i.test(bare)) return inRange(BigInt(bare))
  return /^(0x)?[\dA-F]{1,16}$/i.test(bare) ? inRange(BigInt(`0x${bare.replace(/^0x/i, '')}`)) : undefined
}

const inRange = (seed: bigint): string | undefined => (seed < 1n << 64n ? seed.toString() : undefined)
