import { expect, it } from 'vitest'
import { singleBracket } from '@/testing/draws'
import type { Bracket, BracketDraw } from '@/api/generated'
import { bracketLines, lineOrder, picks, pots, recompute, shuffled, snake, splitMix64, withPins } from './recompute'

it('makes the numbers of the published generator', () => {
  // From the reference implementation; the server's test has the same.
  const numbers = splitMix64(1_234_567n)
  const first = Array.from({ length: 3 }, () => numbers.next().value)
  expect(first).toEqual([6_457_827_717_110_365_317n, 3_203_168_211_198_807_973n, 9_817_491_932_198_370_423n])
})

it('shuffles as `manao draw` does', () => {
  const draw = (letters: string, seed: bigint) => shuffled([...letters], picks(letters.length, seed)).join('')
  expect(draw('abcdefgh', 7n)).toBe('befcgadh')
  expect(draw('abcdefgh', 1_234_567n)).toBe('ghaebdcf')
  expect(draw('abcde', 18_446_744_073_709_551_615n)).toBe('cadeb')
})

it('draws each place as often', () => {
  const counts = Array.from({ length: 5 }, () => [0, 0, 0, 0, 0])
  for (let seed = 0n; seed < 4_000n; seed += 1n) {
    for (const [place, who] of shuffled([0, 1, 2, 3, 4], picks(5, seed)).entries()) {
      const row = counts[place]
      if (row) row[who] = (row[who] ?? 0) + 1
    }
  }
  for (const count of counts.flat()) expect(Math.abs(count - 800)).toBeLessThan(120)
})

it('pins keep their places, and lines, snake and pots are the engine’s', () => {
  expect(
    withPins(
      [3, 1, 4, 2],
      [
        { contestantId: 1, seed: 1 },
        { contestantId: 2, seed: 3 },
      ],
    ),
  ).toEqual([1, 3, 2, 4])
  expect(lineOrder(8)).toEqual([0, 7, 3, 4, 1, 6, 2, 5])
  expect(bracketLines([10, 20, 30])).toEqual([[10, null, 20, 30]])
  expect(bracketLines([10, 20])).toEqual([[10, 20]])
  expect(snake([1, 2, 3, 4, 5, 6, 7], 3)).toEqual([
    [1, 6, 7],
    [2, 5],
    [3, 4],
  ])
  for (const group of pots([1, 2, 3, 4, 5, 6], 3, 42n)) expect(group.map((who) => Math.ceil((who ?? 0) / 3))).toEqual([1, 2])
})

const drawn = (draw: Partial<BracketDraw>): Bracket => ({
  ...singleBracket(8),
  draw: {
    state: 'published',
    method: 'random',
    seed: '7',
    // a to h
    base: [1, 2, 3, 4, 5, 6, 7, 8],
    pins: [],
    apart: false,
    moves: [],
    swaps: [],
    // As `manao draw` printed it.
    arrangement: [[2, 8, 3, 7, 5, 4, 6, 1]],
    version: 2,
    draft: 1,
    generatedAt: '2026-11-23T10:00:00Z',
    conflicts: [],
    ...draw,
  },
})

it('says whether the published draw is what its seed gives', () => {
  // Seeds b e f c g a d h: the first meets the eighth, the fourth the fifth, and so on.
  const seven = [[2, 8, 3, 7, 5, 4, 6, 1]]
  expect(recompute(drawn({ arrangement: seven }))).toMatchObject({ order: [2, 5, 6, 3, 7, 1, 4, 8], equal: true })
  expect(recompute(drawn({ seed: '8', arrangement: seven }))?.equal).toBe(false)
  const swaps = { moves: [[8, 7]], swaps: [[7, 1]] }
  expect(recompute(drawn({ ...swaps, arrangement: seven }))?.equal).toBe(false)
  expect(recompute(drawn({ ...swaps, arrangement: [[2, 1, 3, 8, 5, 4, 6, 7]] }))?.equal).toBe(true)
  expect(recompute(singleBracket(8))).toBeUndefined()
})

it('by seeds nothing is shuffled', () => {
  const byes = [[1, 8, 4, 5, 2, 7, 3, 6]]
  expect(recompute(drawn({ method: 'seeded', arrangement: byes }))).toMatchObject({ picks: [], equal: true })
})

it('the best two of groups cross as the server has them', () => {
  const origins = ['A1', 'B1', 'A2', 'B2']
  const entrants = singleBracket(4).entrants.map((entrant, index) => ({ ...entrant, origin: origins[index] ?? '' }))
  const bracket = drawn({ method: 'seeded', base: [1, 2, 3, 4], arrangement: [[1, 4, 2, 3]] })
  expect(recompute({ ...bracket, entrants })?.equal).toBe(true)
})
