import { expect, it } from 'vitest'
import { board, tables } from '@/testing/brackets'
import { finalists, hindrances, qualifiers } from './qualifiers'

it('seeds who goes on by place, then by group', () => {
  const bracket = tables()
  for (const group of bracket.groups) group.winners = 2
  expect(qualifiers(bracket)).toEqual([
    { contestantId: 1, seed: 1, origin: 'A1' },
    { contestantId: 5, seed: 2, origin: 'B1' },
    { contestantId: 2, seed: 3, origin: 'A2' },
    { contestantId: 6, seed: 4, origin: 'B2' },
  ])
  expect(qualifiers(board()).map(({ origin }) => origin)).toEqual(['1', '2', '3', '4'])
  // An entrant who left is passed over.
  bracket.entrants = bracket.entrants.map((entrant) => ({ ...entrant, out: entrant.contestantId === 1 }))
  expect(
    qualifiers(bracket)
      .slice(0, 3)
      .map(({ contestantId, origin }) => [contestantId, origin]),
  ).toEqual([
    [2, 'A1'],
    [5, 'B1'],
    [3, 'A2'],
  ])
})

it('takes the best of a bracket, by rank and then by seed', () => {
  const bracket = { ...tables(), groups: [], matches: [] }
  bracket.settings = { ...bracket.settings, format: 'bracket', qualifiers: 2 }
  const rank = [3, 1, 5, 2, 3, 5, 5]
  bracket.entrants = bracket.entrants.map((entrant, index) => ({ ...entrant, rank: rank[index] ?? null }))
  expect(qualifiers(bracket)).toEqual([
    { contestantId: 2, seed: 1 },
    { contestantId: 4, seed: 2 },
  ])
  expect(finalists(bracket, 3)).toEqual([
    { place: 1, contestantId: 2 },
    { place: 2, contestantId: 4 },
    { place: 3, contestantId: 1 },
    { place: 3, contestantId: 5 },
  ])
})

it('gives no prize to who left the tournament', () => {
  const bracket = { ...tables() }
  bracket.entrants = bracket.entrants.map((entrant, index) => ({ ...entrant, rank: index + 1, out: index === 0 }))
  expect(finalists(bracket, 2)).toEqual([{ place: 2, contestantId: 2 }])
})

it('names what keeps a stage open', () => {
  expect(hindrances(tables())).toEqual({ matches: 2, maps: 0, groups: [1, 2] })
  expect(hindrances(board(6))).toEqual({ matches: 0, maps: 2, groups: [1] })
  const left = board(6)
  left.entrants = left.entrants.map((entrant) => ({ ...entrant, out: true }))
  expect(hindrances(left).maps).toBe(0)
  const over = board(8)
  over.survivor = over.survivor.map((group) => ({ ...group, complete: true, closed: true }))
  expect(hindrances(over)).toEqual({ matches: 0, maps: 0, groups: [] })
})
