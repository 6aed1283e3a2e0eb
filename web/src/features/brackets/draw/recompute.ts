import type { Bracket } from '@/api/generated'
import { FORMATS } from '@/features/tournaments/formats'
import { type Arrangement, type Swap, swapped } from './arrangement'

// The same as domain/src/bracket/seeding.rs: this is what lets anybody check a draw without trusting the server.

const MASK = (1n << 64n) - 1n

/** A stream of numbers that a seed determines: SplitMix64 (Steele, Lea, Flood 2014). */
export function* splitMix64(seed: bigint): Generator<bigint, never> {
  let state = seed & MASK
  for (;;) {
    state = (state + 0x9e3779b97f4a7c15n) & MASK
    let mixed = state
    mixed = ((mixed ^ (mixed >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK
    mixed = ((mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn) & MASK
    yield mixed ^ (mixed >> 31n)
  }
}

/** One swap of a shuffle: the place that gets its final entrant, and the place drawn for it, from 0. */
export interface Pick {
  last: number
  other: number
  /** The number drawn */
  number: bigint
}

/** Fisher-Yates shuffle from the last place to the second. Numbers beyond the last whole multiple are skipped, so that none is likelier. */
export function picks(many: number, seed: bigint): Pick[] {
  const numbers = splitMix64(seed)
  const found: Pick[] = []
  for (let last = many - 1; last >= 1; last -= 1) {
    const bound = BigInt(last + 1)
    const most = MASK - (((MASK % bound) + 1n) % bound)
    let number = numbers.next().value
    while (number > most) number = numbers.next().value
    found.push({ last, other: Number(number % bound), number })
  }
  return found
}

/** Returns the order after so many swaps. */
export function shuffled<T>(items: readonly T[], swaps: readonly Pick[]): T[] {
  const order = [...items]
  for (const { last, other } of swaps) [order[last], order[other]] = [order[other] as T, order[last] as T]
  return order
}

interface Pin {
  contestantId: number
  /** From 1 */
  seed: number
}

/** Puts pinned entrants at their places, and the others in order. */
export function withPins(order: readonly number[], pins: readonly Pin[]): number[] {
  const at = new Map(pins.map(({ contestantId, seed }) => [seed - 1, contestantId]))
  const pinned = new Set(at.values())
  const free = order.filter((who) => !pinned.has(who))[Symbol.iterator]()
  return order.map((_, place) => at.get(place) ?? (free.next().value as number))
}

/** Returns seeds, from 0, in the order of a bracket's lines: the seeds of each first pair have the same sum. */
export function lineOrder(size: number): number[] {
  let order = [0]
  while (order.length < size) {
    const doubled = order.length * 2
    order = order.flatMap((seed) => [seed, doubled - 1 - seed])
  }
  return order
}

export function bracketLines(order: readonly number[]): Arrangement {
  const size = 2 ** Math.max(1, Math.ceil(Math.log2(order.length)))
  return [lineOrder(size).map((seed) => order[seed] ?? null)]
}

/** Deals the order to the groups back and forth, row by row. */
export function snake(order: readonly number[], groups: number): Arrangement {
  const drawn: number[][] = Array.from({ length: groups }, () => [])
  for (const [seed, who] of order.entries()) {
    const [row, at] = [Math.floor(seed / groups), seed % groups]
    drawn[row % 2 === 0 ? at : groups - 1 - at]?.push(who)
  }
  return drawn
}

/** Draws pots of as many entrants as there are groups, one into each group, by lot. */
export function pots(order: readonly number[], groups: number, seed: bigint): Arrangement {
  const drawn: number[][] = Array.from({ length: groups }, () => [])
  for (let pot = 0; pot * groups < order.length; pot += 1) {
    const into = shuffled(
      Array.from({ length: groups }, (_, group) => group),
      picks(groups, (seed + BigInt(pot)) & MASK),
    )
    for (const [at, who] of order.slice(pot * groups, (pot + 1) * groups).entries()) drawn[into[at] ?? 0]?.push(who)
  }
  return drawn
}

/**
 * Puts the best two of each group into different halves, winners against seconds. If the stage is played so, each line is `place * groups +
 * group`.
 */
function crossedLines({ entrants, draw, settings }: Bracket): number[] | undefined {
  if (FORMATS[settings.format].hasGroups || draw?.method !== 'seeded' || draw.pins.length > 0) return undefined
  const letters = new Set(entrants.map(({ origin }) => /^([A-Z]+)[12]$/.exec(origin ?? '')?.[1]))
  const groups = letters.size
  const whole = !letters.has(undefined) && entrants.length === groups * 2
  if (!whole || groups < 2 || !Number.isInteger(Math.log2(groups))) return undefined
  const half = (own: number, other: number) =>
    Array.from({ length: groups / 2 }, (_, pair) => [pair * 2 + own, groups + pair * 2 + other]).flat()
  return [...half(0, 1), ...half(1, 0)]
}

export interface Recomputed {
  picks: Pick[]
  /** Before any swap */
  placed: Arrangement
  order: number[]
  result: Arrangement
  /** Whether it equals the published arrangement */
  equal: boolean
}

/** Draws a published draw again from its seed; undefined if it was not drawn. */
export function recompute(bracket: Bracket): Recomputed | undefined {
  const { draw, settings } = bracket
  if (!draw) return undefined
  const seed = BigInt(draw.seed)
  const made = draw.method === 'random' ? picks(draw.base.length, seed) : []
  const order = withPins(shuffled(draw.base, made), draw.pins)
  const placed = place(bracket, order, seed, settings.groups ?? 1)
  const result = swapped(swapped(placed, draw.moves as unknown as Swap[]), draw.swaps as unknown as Swap[])
  return { picks: made, order, placed, result, equal: JSON.stringify(result) === JSON.stringify(draw.arrangement) }
}

function place(bracket: Bracket, order: readonly number[], seed: bigint, groups: number): Arrangement {
  const { format, groupDraw } = bracket.settings
  if (FORMATS[format].hasGroups) return groupDraw === 'pots' ? pots(order, groups, seed) : snake(order, groups)
  const crossed = crossedLines(bracket)
  return crossed ? [crossed.map((at) => order[at] ?? null)] : bracketLines(order)
}
