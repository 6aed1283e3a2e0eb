import type { BracketGroup, BracketMatch, GroupLine } from '@/api/generated'
import { expect, it } from 'vitest'
import { between, currentRound, lastThrough, rounds, standings } from './standings'

const line = (contestantId: number, rank: number, played = 2): GroupLine => ({
  contestantId,
  rank,
  points: 0,
  played,
  won: 0,
  drawn: 0,
  lost: 0,
  forfeited: 0,
  gamesWon: 0,
  gamesLost: 0,
})

const match = (id: number, round: number, home: number, away: number, more: Partial<BracketMatch> = {}): BracketMatch => ({
  id,
  part: 'group',
  group: 1,
  round,
  number: id,
  home: { contestantId: home },
  away: { contestantId: away },
  bestOf: 1,
  state: 'ready',
  version: 1,
  ...more,
})

it('draws the line under the last who goes on, and marks who shares the place it goes through', () => {
  const lines = [line(1, 1), line(2, 2), line(3, 2), line(4, 4)]
  const rows = standings({ lines, winners: 2, cutTie: [2, 3], complete: true, closed: false })
  expect(rows.map(({ shared }) => shared)).toEqual([false, true, true, false])
  expect(rows.map(({ tied }) => tied)).toEqual([false, true, true, false])
  expect(rows.map(({ last }) => last)).toEqual([false, true, false, false])
  expect(rows.map(({ qualifies }) => qualifies)).toEqual([true, false, false, false])
})

it('passes over who left the tournament', () => {
  const lines = [line(1, 1), line(2, 2), line(3, 3), line(4, 4)]
  const rows = standings({ lines, winners: 2, complete: true, closed: false }, new Set([1]))
  expect(rows.map(({ qualifies }) => qualifies)).toEqual([false, true, true, false])
  expect(rows.map(({ last }) => last)).toEqual([false, false, true, false])
  expect(lastThrough(lines, 2, new Set([1, 2, 3]))).toBeUndefined()
})

it('gives nobody a place before the first result, and no line where all or none go on', () => {
  const fresh = [line(1, 1, 0), line(2, 1, 0)]
  expect(standings({ lines: fresh, winners: 1, cutTie: [1, 2], complete: false, closed: false })).toEqual([
    { line: fresh[0], shared: false, tied: false, last: true, qualifies: false },
    { line: fresh[1], shared: false, tied: false, last: false, qualifies: false },
  ])
  expect(standings({ lines: [line(1, 1), line(2, 2)], winners: 2, complete: true, closed: false }).some(({ last }) => last)).toBe(false)
  expect(
    standings({ lines: [line(1, 1), line(2, 2)], complete: true, closed: false }).some(({ last, qualifies }) => last || qualifies),
  ).toBe(false)
})

it('says that a place is shared only once nothing can change it', () => {
  const lines = [line(1, 1), line(2, 1)]
  const shared = (complete: boolean, closed: boolean) => standings({ lines, complete, closed }).map((row) => row.shared)
  expect(shared(false, false)).toEqual([false, false])
  expect(shared(true, false)).toEqual([true, true])
  expect(shared(false, true)).toEqual([true, true])
})

const GROUP: Pick<BracketGroup, 'group' | 'rests'> = { group: 1, rests: [{ round: 1, contestantId: 3 }] }

it('orders the matches of a group by round with who rests, tie-breaks after all', () => {
  const all = [
    match(1, 1, 1, 2, { state: 'decided' }),
    match(4, 9, 1, 2, { extra: true }),
    match(3, 2, 3, 1),
    match(2, 1, 5, 6, { group: 2 }),
    match(5, 2, 7, 8, { state: 'void' }),
  ]
  const list = rounds(all, GROUP)
  expect(list.map(({ round, matches, rests }) => [round, matches.map(({ id }) => id), rests])).toEqual([
    [1, [1], [3]],
    [2, [3], []],
    [undefined, [4], []],
  ])
  expect(currentRound(list)).toBe(1)
  expect(currentRound(rounds([match(1, 1, 1, 2, { state: 'decided' })], GROUP))).toBe(0)
  expect(currentRound([])).toBe(0)
})

it('finds what two made of each other, whoever was named first', () => {
  const all = [match(1, 1, 1, 2), match(2, 2, 2, 1), match(3, 2, 1, 3)]
  expect(between(all, 1, 2).map(({ id }) => id)).toEqual([1, 2])
  expect(between(all, 2, 3)).toEqual([])
})
