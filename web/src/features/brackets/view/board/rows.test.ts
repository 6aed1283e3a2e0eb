import type { SurvivorGroup, SurvivorMapResult } from '@/api/generated'
import { expect, it } from 'vitest'
import { beyond, boardAfter, cells, moves, publishedMaps } from './rows'

const NOBODY: ReadonlySet<number> = new Set()
const FF = [12, 9, 8, 7, 6, 5, 4, 3, 2, 1]
/** Places and kills of entrants 1, 2, ... in order; null for an entrant who did not start. */
const map = (number: number, results: Array<[number | null, number, number?]>, more: object = {}) => ({
  map: number,
  state: 'published' as const,
  version: number,
  at: '2026-11-23T12:00:00Z',
  results: results.map(([place, kills, penalty = 0], index): SurvivorMapResult => {
    const points = (place ? (FF[place - 1] ?? 0) : 0) + kills + penalty
    return { contestantId: index + 1, place, kills, shared: false, penalty, points }
  }),
  ...more,
})

function group(maps: ReturnType<typeof map>[], entrants = 3): SurvivorGroup {
  const ids = Array.from({ length: entrants }, (_, index) => index + 1)
  return {
    group: 1,
    heats: [{ matchId: 9, heat: 1, entrants: ids, maps }],
    lines: ids.map((contestantId) => ({ contestantId, rank: 1, total: 0, wins: 0, kills: 0, placePoints: 0, maps: 0, byMap: [] })),
    complete: false,
    closed: false,
  }
}

it('adds places, kills and penalties up, and shows the board after any map', () => {
  const two = group([
    map(1, [
      [1, 7],
      [2, 4],
      [3, 0],
    ]),
    map(2, [
      [3, 0, -5],
      [1, 6],
      [null, 0],
    ]),
  ])
  const first = boardAfter(two, 1, {}, NOBODY)
  const now = boardAfter(two, 2, {}, NOBODY)
  expect(first.map(({ contestantId, rank, total }) => [contestantId, rank, total])).toEqual([
    [1, 1, 19],
    [2, 2, 13],
    [3, 3, 8],
  ])
  expect(now.map(({ contestantId, total, wins, kills, placePoints }) => [contestantId, total, wins, kills, placePoints])).toEqual([
    [2, 31, 1, 10, 21],
    [1, 22, 1, 7, 20],
    [3, 8, 0, 0, 8],
  ])
  expect([...moves(first, now)]).toEqual([
    [2, 1],
    [1, -1],
    [3, 0],
  ])
  expect(beyond(now, 22, NOBODY)).toEqual([2, 1])
  expect(beyond(now, 22, new Set([2]))).toEqual([1])
  expect(beyond(now, undefined, NOBODY)).toEqual([])
})

it('decides between equal totals in the order of the stage, and shares where nothing does', () => {
  // 1: 12 + 0, 2: 9 + 3, 3: 8 + 4: all 12.
  const level = group([
    map(1, [
      [1, 0],
      [2, 3],
      [3, 4],
    ]),
  ])
  const order = (tieOrder: string[]) => boardAfter(level, 1, { tieOrder }, NOBODY).map(({ contestantId }) => contestantId)
  expect(order([])).toEqual([1, 3, 2])
  expect(order(['kills'])).toEqual([3, 2, 1])
  expect(order(['place_points'])).toEqual([1, 2, 3])
  expect(order(['last_map'])).toEqual([1, 2, 3])
  expect(boardAfter(level, 1, { tieOrder: ['best_map'] }, NOBODY).map(({ rank }) => rank)).toEqual([1, 1, 1])
})

it('counts only the best maps where the stage says so, the earlier of two as good, and every penalty', () => {
  const three = group([map(1, [[1, 0]]), map(2, [[5, 0, -2]]), map(3, [[1, 0]]), map(4, [[9, 0]], { state: 'draft' })], 1)
  expect(publishedMaps(three)).toEqual([1, 2, 3])
  expect(cells(three, 1, 3, 1).map(({ counts }) => counts)).toEqual([true, false, false])
  expect(boardAfter(three, 3, { bestMaps: 1 }, NOBODY)[0]?.total).toBe(10)
  expect(boardAfter(three, 3, { bestMaps: 2 }, NOBODY)[0]?.total).toBe(22)
})

it('adds up what an entrant played in several heats under one number', () => {
  const pairs: SurvivorGroup = {
    ...group([map(1, [[1, 2]])], 1),
    heats: [
      { matchId: 1, heat: 1, entrants: [1], maps: [map(1, [[1, 2]])] },
      { matchId: 2, heat: 2, entrants: [1], maps: [map(1, [[2, 1]])] },
    ],
  }
  const [cell] = cells(pairs, 1, 1)
  expect([cell?.points, cell?.played.length, cell?.won]).toEqual([24, 2, true])
  expect(boardAfter(pairs, 1, {}, NOBODY)[0]?.total).toBe(24)
})

it('counts a map that is played for a tie for nothing', () => {
  const before = group([map(1, [[1, 2]])], 1)
  const [heat] = before.heats
  const tie = { matchId: 10, heat: 2, extra: true, entrants: [1], maps: [map(2, [[1, 9]])] }
  const after: SurvivorGroup = { ...before, heats: heat ? [heat, tie] : [] }
  expect(publishedMaps(after)).toEqual([1])
  expect(boardAfter(after, 2, {}, NOBODY)[0]?.total).toBe(14)
})

it('leaves the cell of a map empty that an entrant did not play', () => {
  const [cell] = cells({ heats: [] }, 1, 1)
  expect([cell?.played, cell?.points, cell?.won]).toEqual([[], 0, false])
})

it('ranks who left before a map behind all who stayed, and where it stood until then', () => {
  const maps = group([
    map(1, [
      [1, 7],
      [2, 4],
      [3, 0],
    ]),
    map(2, [
      [null, 0],
      [1, 0],
      [2, 0],
    ]),
  ])
  const order = (until: number) => boardAfter(maps, until, {}, new Set([1])).map(({ contestantId, rank }) => [contestantId, rank])
  expect(order(1)[0]).toEqual([1, 1])
  expect(order(2)).toEqual([
    [2, 1],
    [3, 2],
    [1, 3],
  ])
})
