import { describe, expect, it } from 'vitest'
import { bracketRounds, byesOf } from '@/features/tournaments/formats/elimination'
import { groupSizes, type SimulatedStage } from '@/features/tournaments/formats/format'
import { goingOn, type Plan, seriesOf, simulate } from './simulate'

const STAGE: SimulatedStage = {
  format: 'bracket',
  elimination: 'single',
  thirdPlace: false,
  grandFinal: 'single',
  groups: 1,
  winnersPerGroup: 2,
  doubleRound: false,
  maps: 6,
  heats: 'split',
  qualifiers: 0,
  series: [],
}
const PLAN: Plan = {
  entrants: 64,
  stages: [STAGE],
  gameMinutes: 28,
  sides: 2,
  hoursFrom: 13,
  hoursTo: 19,
  // Saturday, 5 December 2026, 13:00 in Bangkok
  startAt: Date.parse('2026-12-05T06:00:00Z'),
  perDay: 2,
  weekends: true,
}
const run = (stage: Partial<SimulatedStage>, plan: Partial<Plan> = {}) => simulate({ ...PLAN, stages: [{ ...STAGE, ...stage }], ...plan })
const SIZES = Array.from({ length: 300 }, (_, index) => index + 2)

describe('single elimination', () => {
  it('is n − 1 matches, one more for the third place, in ⌈log₂ n⌉ rounds with 2^⌈⌉ − n byes', () => {
    for (const entrants of SIZES) {
      const found = run({}, { entrants })
      expect([found.matches, found.rounds, found.byes], `${entrants}`).toEqual([
        entrants - 1,
        Math.ceil(Math.log2(entrants)),
        2 ** Math.ceil(Math.log2(entrants)) - entrants,
      ])
      expect(run({ thirdPlace: true }, { entrants }).matches).toBe(entrants - 1 + (entrants > 3 ? 1 : 0))
    }
  })

  it('plays the third place beside the final, as long as a semi-final', () => {
    const last = run({ thirdPlace: true, series: [1, 1, 1, 1, 3, 5] })
      .days.at(-1)
      ?.sittings.at(-1)
    expect(last?.rounds.map(({ part, bestOf }) => [part, bestOf])).toEqual([
      ['final', 5],
      ['third', 3],
    ])
  })

  it('knows who is left in each round', () => {
    const left = run({}, { entrants: 9 }).days.flatMap(({ sittings }) => sittings.map(({ rounds }) => rounds[0]))
    expect(left.map((round) => [round?.left, round?.matches])).toEqual([
      [9, 1],
      [8, 4],
      [4, 2],
      [2, 1],
    ])
  })
})

describe('double elimination', () => {
  it('is 2n − 2 matches; everybody but the champion is beaten', () => {
    for (const entrants of SIZES) expect(run({ elimination: 'double' }, { entrants }).matches, `${entrants}`).toBe(2 * entrants - 2)
  })

  it('has the winners, and two rounds of losers to each of theirs', () => {
    const parts = run({ elimination: 'double' }, { entrants: 8 }).days.flatMap(({ sittings }) =>
      sittings.map(({ rounds }) => rounds.map(({ part, matches }) => `${part} ${matches}`).join(' + ')),
    )
    expect(parts).toEqual(['upper 4', 'upper 2 + lower 2', 'lower 2', 'upper 1 + lower 1', 'lower 1', 'final 1'])
  })

  it('keeps time for a second final where there may be one', () => {
    const found = run({ elimination: 'double', grandFinal: 'reset' }, { entrants: 8 })
    expect(found.matches).toBe(15)
    const last = found.days.flatMap(({ sittings }) => sittings).slice(-2)
    expect(last.map(({ rounds }) => rounds.map(({ part, bestOf }) => [part, bestOf]))).toEqual([[['final', 5]], [['final', 5]]])
  })
})

describe('groups', () => {
  it('are n(n−1)/2 matches each, twice that both ways; an odd one rests once each', () => {
    for (const entrants of SIZES) {
      const found = run({ format: 'round-robin' }, { entrants })
      expect(found.matches, `${entrants}`).toBe((entrants * (entrants - 1)) / 2)
      expect(found.rounds).toBe(entrants % 2 === 0 ? entrants - 1 : entrants)
    }
    expect(run({ format: 'round-robin', doubleRound: true }, { entrants: 5 })).toMatchObject({ matches: 20, rounds: 10 })
  })

  it('of different sizes differ by one, and end with the largest', () => {
    expect(groupSizes(10, 3)).toEqual([4, 3, 3])
    expect(groupSizes(3, 8)).toEqual([1, 1, 1])
    expect(run({ format: 'round-robin', groups: 3 }, { entrants: 10 })).toMatchObject({ matches: 6 + 3 + 3, rounds: 3 })
  })

  it('send their winners into the next stage', () => {
    const groups = { ...STAGE, format: 'round-robin' as const, groups: 16 }
    const found = simulate({ ...PLAN, stages: [groups, { ...STAGE, thirdPlace: true }] })
    expect(found.entering).toEqual([64, 32])
    expect(found.matches).toBe(16 * 6 + 31 + 1)
    expect(found.rounds).toBe(3 + 5)
    expect(goingOn({ ...groups, groups: 40 }, 64)).toBe(64)
  })

  it('may come after a bracket that stops when so many are left', () => {
    const found = simulate({
      ...PLAN,
      stages: [
        { ...STAGE, qualifiers: 8 },
        { ...STAGE, format: 'round-robin', groups: 2 },
      ],
    })
    expect(found.entering).toEqual([64, 8])
    expect([found.matches, found.rounds]).toEqual([56 + 2 * 6, 3 + 3])
    expect(seriesOf({ ...STAGE, qualifiers: 8 }, 64)).toHaveLength(3)
  })
})

describe('survivor', () => {
  it('is maps × heats', () => {
    const lobby = { gameMinutes: 22, sides: 12 }
    expect(run({ format: 'survivor' }, { entrants: 12, ...lobby })).toMatchObject({ matches: 6, atOnce: 1, rounds: 1 })
    expect(run({ format: 'survivor' }, { entrants: 48, ...lobby })).toMatchObject({ matches: 24, atOnce: 4 })
    expect(run({ format: 'survivor', groups: 3 }, { entrants: 48, ...lobby })).toMatchObject({ matches: 36, atOnce: 6 })
  })

  it('takes turns where parts of half a lobby meet each other', () => {
    const lobby = { gameMinutes: 20, sides: 12 }
    const pairs = { format: 'survivor', heats: 'pairs', maps: 2 } as const
    // Four parts of six: six heats in three turns of two.
    expect(run(pairs, { entrants: 24, ...lobby })).toMatchObject({ matches: 12, atOnce: 2, rounds: 1 })
    expect(run(pairs, { entrants: 24, ...lobby }).longestDay).toBe(2 * 3 * 20)
    // Five parts need five turns, one of them resting in each.
    expect(run(pairs, { entrants: 30, ...lobby })).toMatchObject({ matches: 20, atOnce: 2 })
    expect(run(pairs, { entrants: 12, ...lobby })).toMatchObject({ matches: 2, atOnce: 1 })
    const long = run({ ...pairs, maps: 9 }, { entrants: 24, ...lobby })
    expect(long.days.flatMap(({ sittings }) => sittings.map(({ rounds }) => rounds[0]?.matches))).toEqual([36, 18])
  })

  it('goes on another day when the hours are over', () => {
    const found = run({ format: 'survivor', maps: 20 }, { entrants: 12, gameMinutes: 30, sides: 12 })
    expect(found.days.map(({ sittings }) => sittings.map(({ rounds }) => rounds[0]?.bestOf))).toEqual([[12], [8]])
    expect(found.tooLong).toBe(false)
  })
})

describe('days', () => {
  it('hold so many rounds, from the first hour, on weekends only', () => {
    const found = run({ series: [1, 3, 3, 3, 5, 5] })
    const shown = found.days.map(({ at, sittings }) => [
      new Date(at + 7 * 3_600_000).toISOString().slice(0, 10),
      ...sittings.map(({ from, to }) => `${from / 60}–${+(to / 60).toFixed(2)}`),
    ])
    expect(shown).toEqual([
      ['2026-12-05', '13–13.47', '13.716666666666667–15.12'],
      ['2026-12-06', '13–14.4', '14.65–16.05'],
      ['2026-12-12', '13–15.33', '15.583333333333334–17.92'],
    ])
    expect(new Date(found.endsAt).toISOString()).toBe('2026-12-12T10:55:00.000Z')
    expect(found.longestDay).toBe(295)
    expect(found.atOnce).toBe(32)
  })

  it('go on without a date, and say when a round has no room', () => {
    const found = run({ series: [7, 7, 7, 7, 7, 7] }, { startAt: 0, hoursTo: 15 })
    expect(found).toMatchObject({ endsAt: 0, tooLong: true })
    expect(found.days.map(({ number, at }) => [number, at])).toEqual([1, 2, 3, 4, 5, 6].map((number) => [number, 0]))
  })

  it('are none for nobody', () => {
    expect(run({}, { entrants: 1 })).toMatchObject({ matches: 0, rounds: 0, byes: 0, days: [], endsAt: 0 })
  })
})

it('makes series longer towards the end, unless they are chosen', () => {
  expect(seriesOf(STAGE, 64)).toEqual([1, 1, 1, 1, 3, 5])
  expect(seriesOf({ ...STAGE, series: [1, 3, 5] }, 8)).toEqual([1, 3, 5])
  expect(seriesOf({ ...STAGE, series: [1, 3, 5] }, 4)).toEqual([3, 5])
  expect(seriesOf({ ...STAGE, series: [1, 3, 5] }, 32)).toEqual([1, 1, 1, 3, 5])
  expect(seriesOf({ ...STAGE, elimination: 'double' }, 8)).toEqual([1, 1, 3, 5])
  expect(seriesOf({ ...STAGE, format: 'survivor' }, 8)).toEqual([])
})

it('counts rounds and byes', () => {
  expect([0, 1, 2, 3, 4, 5, 4096].map((entrants) => [bracketRounds(entrants), byesOf(entrants)])).toEqual([
    [0, 0],
    [0, 0],
    [1, 0],
    [2, 1],
    [2, 0],
    [3, 3],
    [12, 0],
  ])
})
