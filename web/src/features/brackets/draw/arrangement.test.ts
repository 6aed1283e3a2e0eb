import { expect, it } from 'vitest'
import { singleBracket } from '@/testing/draws'
import { blocksOf, clashesOf, effectOf, fixesOf, meetsIn, movedSince, seedFrom, spelled, swapped, swappedMatches } from './arrangement'

const lines = [[1, 8, 4, 5, 2, 7, 3, null]]

it('two change places, one swap after another', () => {
  expect(swapped(lines, [])).toBe(lines)
  expect(swapped(lines, [[8, 3]])).toEqual([[1, 3, 4, 5, 2, 7, 8, null]])
  // 8 stands where 3 was when it goes on.
  const twice = swapped(lines, [
    [8, 3],
    [8, 2],
  ])
  expect(twice).toEqual([[1, 3, 4, 5, 8, 7, 2, null]])
  expect(swapped(lines, [[8, 99]])).toEqual(lines)
})

it('groups that nothing touches stay the very same', () => {
  const groups = [
    [1, 2],
    [3, 4],
    [5, 6],
  ]
  const now = swapped(groups, [[1, 5]])
  expect(now).toEqual([
    [5, 2],
    [3, 4],
    [1, 6],
  ])
  expect(now[1]).toBe(groups[1])
})

it('the matches of a draft follow its swaps, also where somebody had a bye', () => {
  const { matches } = singleBracket(3)
  const drawn = matches.map((match) => (match.id === 3 ? { ...match, home: { ...match.home, contestantId: 1 } } : match))
  const now = swappedMatches(drawn, [
    [1, 2],
    [1, 3],
  ])
  const slots = now.flatMap(({ home, away }) => [home.contestantId, away.contestantId])
  // 2 has the bye now, and 3 and 1 have changed places.
  expect(slots).toEqual([2, undefined, 3, 1, 2, undefined])
})

it('lines are shown in fours of pairs, groups as they are', () => {
  const sixteen = [Array.from({ length: 16 }, (_, index) => index + 1)]
  expect(blocksOf(sixteen, true).map(({ from, lines: of }) => [from, of.length])).toEqual([
    [0, 8],
    [8, 8],
  ])
  expect(
    blocksOf(
      [
        [1, 2, 3],
        [4, 5],
      ],
      false,
    ).map(({ section, lines: of }) => [section, of.length]),
  ).toEqual([
    [0, 3],
    [1, 2],
  ])
})

it('knows in which round lines meet', () => {
  expect([meetsIn(0, 1), meetsIn(0, 2), meetsIn(1, 3), meetsIn(0, 4), meetsIn(3, 4)]).toEqual([1, 2, 2, 3, 3])
})

const school: Record<number, number> = { 1: 10, 8: 10, 4: 20, 5: 30, 2: 40, 3: 40 }
const organizationOf = (who: number) => school[who]
const seedOf = (who: number) => who

it('marks those of one school who meet first, and those who may meet next', () => {
  expect(clashesOf(lines, true, organizationOf)).toEqual([
    { pair: [1, 8], round: 1 },
    { pair: [2, 3], round: 2 },
  ])
  expect(
    clashesOf(
      [
        [1, 4, 8],
        [2, 3],
      ],
      false,
      organizationOf,
    ).map(({ pair }) => pair),
  ).toEqual([
    [1, 8],
    [2, 3],
  ])
})

it('says what a swap does, and finds one that helps', () => {
  expect(effectOf(lines, true, organizationOf, [8, 7])).toEqual({ gone: 1, added: 0 })
  // 3 comes to stand against 2 then.
  expect(effectOf(lines, true, organizationOf, [7, 3])).toEqual({ gone: 0, added: 1 })
  expect(
    effectOf(
      [
        [1, 4, 8],
        [2, 3],
      ],
      false,
      organizationOf,
      [8, 2],
    ),
  ).toEqual({ gone: 2, added: 0 })
  const [clash] = clashesOf(lines, true, organizationOf)
  const fixes = clash ? fixesOf(lines, true, organizationOf, clash, seedOf, new Set([1, 2])) : []
  expect(fixes[0]).toEqual([8, 7])
  expect(fixes.flat()).not.toContain(2)
  // Where both are pinned nothing helps.
  expect(clash && fixesOf(lines, true, organizationOf, clash, seedOf, new Set([1, 8]))).toEqual([])
})

it('tells who moved', () => {
  expect([...movedSince(lines, swapped(lines, [[8, 3]]))].sort()).toEqual([3, 8])
})

it('a seed is shown in fours, and typed as shown or as a number', () => {
  expect(spelled('18446744073709551615')).toBe('FFFF FFFF FFFF FFFF')
  expect(spelled('42')).toBe('0000 0000 0000 002A')
  expect(seedFrom('0000 0000 0000 002A')).toBe('42')
  expect(seedFrom('42')).toBe('42')
  expect(seedFrom('18446744073709551615')).toBe('18446744073709551615')
  expect(seedFrom('18446744073709551616')).toBeUndefined()
  expect(seedFrom('8f3c-21a7-09de-4b15')).toBe(BigInt('0x8f3c21a709de4b15').toString())
  expect(seedFrom('bangkok')).toBeUndefined()
  expect(seedFrom(spelled('10321345671234567890'))).toBe('10321345671234567890')
})
