import type { Bracket, BracketLive, BracketMatch } from '@/api/generated'
import { expect, it } from 'vitest'
import { withChanges } from './live'
import { keepNewer } from './queries'

const match = (id: number, more: Partial<BracketMatch> = {}): BracketMatch => ({
  id,
  part: 'main',
  round: 1,
  number: id,
  home: { contestantId: id * 2 },
  away: { contestantId: id * 2 + 1 },
  bestOf: 3,
  state: 'ready',
  version: 1,
  ...more,
})

const shown: Bracket = {
  tournamentId: 7,
  stage: 1,
  stages: [1, 2].map((stage) => ({ stage, format: 'bracket', state: 'published', entrants: 4, matches: 3, decided: 0 })),
  version: 5,
  live: { topic: 'public:bracket:7' },
  settings: { format: 'bracket', doubleRound: false, series: [3], thirdPlace: false },
  entrants: [2, 3, 4, 5].map((contestantId, index) => ({ contestantId, name: `t${contestantId}`, shortName: 'T', seed: index + 1 })),
  matches: [match(1), match(2)],
  groups: [],
  survivor: [],
  prizes: [],
  winners: [],
  tournamentVersion: 1,
  finished: false,
}

const told = (more: Partial<BracketLive>): BracketLive => ({
  tournamentId: 7,
  stage: 1,
  version: 6,
  since: 5,
  matches: [],
  groups: [],
  survivor: [],
  ranks: [],
  decided: 1,
  ...more,
})

it('shows what an event tells, and leaves the rest the very same', () => {
  const decided = match(2, { state: 'decided', winner: 'home', homeScore: 2, awayScore: 0, version: 6 })
  const next = withChanges(shown, told({ matches: [decided], ranks: [{ contestantId: 5, rank: 3 }] }))
  expect(next?.matches).toEqual([shown.matches[0], decided])
  expect(next?.matches[0]).toBe(shown.matches[0])
  expect(next?.entrants[0]).toBe(shown.entrants[0])
  expect(next?.entrants[3]?.rank).toBe(3)
  expect([next?.version, next?.stages[0]?.decided, next?.stages[1]?.decided]).toEqual([6, 1, 0])
})

it('knows a stage as decided with its last match, and not any more when a result is taken back', () => {
  const ended = withChanges(shown, told({ decided: 3 }))
  expect(ended?.stages.map(({ state }) => state)).toEqual(['decided', 'published'])
  const again = ended && withChanges(ended, told({ version: 7, since: 6, decided: 2 }))
  expect(again?.stages[0]?.state).toBe('published')
})

it('adds matches that are new, such as tie-breaks', () => {
  const extra = match(9, { extra: true })
  expect(withChanges(shown, told({ matches: [extra] }))?.matches.at(-1)).toBe(extra)
})

it('passes over what it knows already, and what is of another tournament', () => {
  expect(withChanges(shown, told({ version: 5, since: 4 }))).toBe(shown)
  expect(withChanges(shown, told({ tournamentId: 8 }))).toBe(shown)
})

it('has to be read again where something between was missed', () => {
  expect(withChanges(shown, told({ version: 9, since: 8 }))).toBeUndefined()
  expect(withChanges(shown, told({ version: 9, since: 9 }))).toBeUndefined()
})

it('goes on from a change of another stage, which counts in the same versions', () => {
  const other = withChanges(shown, told({ stage: 2, decided: 2 }))
  expect([other?.version, other?.stages[1]?.decided]).toEqual([6, 2])
  expect(other?.matches).toBe(shown.matches)
  expect(other && withChanges(other, told({ version: 7, since: 6 }))?.version).toBe(7)
  // Something of this stage may lie between.
  expect(withChanges(shown, told({ stage: 2, version: 9, since: 4 }))).toBeUndefined()
})

it('is not taken back by an answer that was made before', () => {
  expect(keepNewer(shown, { ...shown, version: 4 })).toBe(shown)
  expect(keepNewer(shown, { ...shown, version: 6 }).version).toBe(6)
  expect(keepNewer(shown, { ...shown, stage: 2, version: 1 }).stage).toBe(2)
})
