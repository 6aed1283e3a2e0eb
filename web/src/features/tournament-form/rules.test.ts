// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { adviceOn } from './advice'
import { changeOf, effectOf, type Inputs } from './change'
import { wrongFields } from './check'
import { fits, kindOf, KINDS, stagesOfKind } from './formats'
import { simulate } from './simulate'
import { lastMinute, suggestedDates } from './suggest'
import { FIELDS, formOf, inOrder, NEW_STAGE, type StageValues, stepOf, type TournamentValues, valuesOf } from './values'

const ROV = { formats: ['bracket', 'round-robin'] as const, sides: 2, pointTables: [] }
const FREE_FIRE = { formats: ['bracket', 'round-robin', 'survivor'] as const, sides: 12, pointTables: [{ code: 'ff_12' }] }
const EMPTY = valuesOf({ form: {}, staff: [] })
const values = (changed: Partial<TournamentValues>): TournamentValues => ({ ...EMPTY, ...changed })

describe('what is sent', () => {
  it('leaves out what is empty, and what another choice rules out', () => {
    const sent = formOf(values({ nameTh: ' ศึกชิงแชมป์ ', contestantType: 'single', mode: 'online', location: 'สนาม', maxSubstitutes: 2 }))
    expect(sent).toMatchObject({ nameTh: 'ศึกชิงแชมป์', mainPlayers: 1, maxSubstitutes: 0, organizationId: null, prizes: [], stages: [] })
    for (const field of ['nameEn', 'location', 'gameId', 'capacity', 'startAt']) expect(sent, field).not.toHaveProperty(field)
    expect(formOf(values({ hoursFrom: 0 }))).toMatchObject({ hoursFrom: 0 })
  })

  it('comes back as it was', () => {
    const [groups = NEW_STAGE, bracket = NEW_STAGE] = stagesOfKind('groups', 32, ROV)
    const filled = values({
      nameEn: 'Cup',
      gameId: 1,
      capacity: 32,
      stages: [
        { ...groups, series: [3] },
        { ...bracket, name: 'Final', series: [1, 3, 3, 5] },
      ],
      prizes: [{ place: 1, baht: '5000', text: 'ถ้วย' }],
      coPromoters: [{ userId: 4, displayName: 'ส้ม', picture: undefined }],
    })
    const sent = formOf(filled)
    expect(sent.stages).toEqual([
      {
        format: 'round-robin',
        groups: 8,
        winnersPerGroup: 2,
        doubleRound: false,
        series: [3],
        qualifiers: 16,
        pointRule: 'win_draw',
        groupDraw: 'snake',
        tieBreaks: NEW_STAGE.tieBreaks,
      },
      { format: 'bracket', name: 'Final', elimination: 'single', thirdPlace: true, series: [1, 3, 3, 5] },
    ])
    const back = valuesOf({ form: sent, staff: [{ userId: 4, displayName: 'ส้ม', role: 'co_promoter' }] })
    expect(formOf(back)).toEqual(sent)
    expect(back.coPromoters).toEqual(filled.coPromoters)
  })

  it('says how a survivor stage counts, and comes back as it was', () => {
    const [lobby = NEW_STAGE] = stagesOfKind('survivor', 12, FREE_FIRE)
    const sent = (changed: Partial<StageValues>) => formOf(values({ capacity: 12, stages: [{ ...lobby, ...changed }] })).stages?.[0]
    expect(sent({})).toEqual({
      format: 'survivor',
      groups: 1,
      groupDraw: 'snake',
      maps: 6,
      pointTable: 'ff_12',
      tieOrder: ['wins', 'kills', 'last_map'],
      heats: 'split',
    })
    const rush = sent({ rush: 'champion_rush', threshold: 90, bestMaps: 5, tieOrder: ['kills'] })
    expect(rush).toMatchObject({ rush: { kind: 'champion_rush', threshold: 90 }, bestMaps: 5, tieOrder: ['kills'] })
    expect(sent({ rush: 'smash', after: 4 })?.rush).toEqual({ kind: 'smash', after: 4 })
    const back = valuesOf({ form: { capacity: 12, stages: [rush ?? {}] }, staff: [] })
    expect(formOf(back).stages).toEqual([rush])
    // As it was saved before any of that could be chosen.
    expect(valuesOf({ form: { stages: [{ format: 'round-robin', tieBreaks: [], rush: null }] }, staff: [] }).stages).toEqual([
      { ...NEW_STAGE, format: 'round-robin' },
    ])
    expect(formOf(values({ capacity: 8, stages: stagesOfKind('double', 8, ROV) })).stages?.[0]).toMatchObject({ grandFinal: 'reset' })
  })

  it('stops a bracket that another stage follows at a power of two', () => {
    const stages = inOrder([NEW_STAGE, { ...NEW_STAGE, qualifiers: 4 }, NEW_STAGE], 48)
    expect(stages.map(({ qualifiers }) => qualifiers)).toEqual([32, 4, 0])
    expect(inOrder([{ ...NEW_STAGE, qualifiers: 64 }, NEW_STAGE], 16)[0]?.qualifiers).toBe(8)
  })
})

describe('what is wrong already', () => {
  it('is named at its field, and what is missing is not wrong', () => {
    expect(wrongFields(EMPTY)).toEqual({})
    expect(wrongFields(values({ nameTh: 'ab', nameEn: 'x'.repeat(81), capacity: 1, hoursFrom: 20, hoursTo: 20 }))).toEqual({
      nameTh: 'tournament_name_short',
      nameEn: 'text_too_long',
      capacity: 'capacity_invalid',
      hoursTo: 'hours_order',
    })
    expect(wrongFields(values({ capacity: 4097 }))).toEqual({ capacity: 'capacity_invalid' })
  })

  it('knows the order of dates', () => {
    const at = (day: number) => `2027-01-0${day}T05:00:00Z`
    const dates = { registrationStartAt: at(1), registrationEndAt: at(2), drawAt: at(2), startAt: at(2), endAt: at(3) }
    expect(wrongFields(values(dates))).toEqual({})
    expect(wrongFields(values({ ...dates, registrationEndAt: at(1), endAt: at(2) }))).toEqual({
      registrationEndAt: 'registration_order',
      endAt: 'end_order',
    })
    expect(wrongFields(values({ ...dates, drawAt: at(1) }))).toEqual({ drawAt: 'draw_order' })
    expect(wrongFields(values({ ...dates, startAt: at(1) }))).toEqual({ startAt: 'start_order' })
  })

  it('knows what groups hold', () => {
    const groups = (changed: object) => values({ capacity: 8, stages: [{ ...NEW_STAGE, format: 'round-robin', ...changed }, NEW_STAGE] })
    expect(wrongFields(groups({ groups: 2 }))).toEqual({})
    expect(wrongFields(groups({ groups: 5 }))).toEqual({ stages: 'groups_too_many' })
    expect(wrongFields(groups({ groups: 4 }))).toEqual({ stages: 'winners_too_many' })
  })

  it('knows what nobody plays to its end', () => {
    const league = (capacity: number, doubleRound: boolean) =>
      wrongFields(values({ capacity, stages: [{ ...NEW_STAGE, format: 'round-robin', doubleRound }] }))
    expect([league(200, false), league(201, false), league(200, true)]).toEqual([
      {},
      { stages: 'matches_too_many' },
      { stages: 'matches_too_many' },
    ])
    const rush = (threshold: number) =>
      wrongFields(values({ capacity: 12, stages: [{ ...NEW_STAGE, format: 'survivor', rush: 'champion_rush', threshold }] }))
    expect([rush(0), rush(9999), rush(10_000)]).toEqual([{ stages: 'threshold_invalid' }, {}, { stages: 'threshold_invalid' }])
  })
})

it('finds the step of every field, and of a part of one', () => {
  for (const [step, fields] of Object.entries(FIELDS)) for (const field of fields) expect(stepOf(field)).toBe(step)
  expect(stepOf('stages[0].groups')).toBe('format')
  expect(stepOf('prizes.2.baht')).toBe('rules')
  expect(stepOf('somethingNew')).toBeUndefined()
})

describe('formats', () => {
  it('are recognized again, and are right for any number', () => {
    for (const game of [ROV, FREE_FIRE]) {
      for (const kind of KINDS.filter((kind) => fits(kind, game))) {
        for (const capacity of [4, 7, 13, 16, 48, 100, 300]) {
          const stages = stagesOfKind(kind, capacity, game)
          expect(kindOf(stages), `${kind} ${capacity}`).toBe(kind)
          expect(wrongFields(values({ capacity, stages })), `${kind} ${capacity}`).toEqual({})
        }
      }
    }
    expect(fits('survivor', ROV)).toBe(false)
    expect(kindOf([NEW_STAGE, NEW_STAGE])).toBeUndefined()
  })
})

const INPUTS: Inputs = {
  entrants: 16,
  stages: stagesOfKind('single', 16, ROV),
  gameId: 1,
  gameMinutes: 20,
  sides: 2,
  hoursFrom: 13,
  hoursTo: 19,
  startAt: Date.parse('2026-12-05T06:00:00Z'),
  perDay: 2,
  weekends: true,
}
const withSeries = (series: number[]): Inputs => ({ ...INPUTS, stages: INPUTS.stages.map((stage) => ({ ...stage, series })) })
const change = (after: Inputs) => changeOf(INPUTS, after, simulate(INPUTS).entering)

describe('the last change', () => {
  it('is named by what the person did', () => {
    expect(change(INPUTS)).toBeUndefined()
    expect(change(withSeries([1, 1, 3, 7]))).toEqual({ name: 'series', stage: 0, round: 3, from: 5, to: 7 })
    expect(change({ ...INPUTS, entrants: 32 })).toEqual({ name: 'entrants', from: 16, to: 32 })
    expect(change({ ...INPUTS, stages: stagesOfKind('double', 16, ROV) })).toEqual({ name: 'kind', from: 'single', to: 'double' })
    const [stage = NEW_STAGE] = INPUTS.stages
    expect(change({ ...INPUTS, stages: [{ ...stage, pointRule: 'wins' }] })).toBeUndefined()
    expect(change({ ...INPUTS, stages: [{ ...stage, grandFinal: 'single' }] })).toEqual({
      name: 'grandFinal',
      stage: 0,
      from: 'reset',
      to: 'single',
    })
    expect(change({ ...INPUTS, perDay: 3 })).toEqual({ name: 'perDay', from: 2, to: 3 })
    expect(change({ ...INPUTS, hoursTo: 22 })).toEqual({ name: 'hours', from: '13–19', to: '13–22' })
  })

  it('says what it did: days before minutes before matches', () => {
    const effect = (after: Inputs) => effectOf(simulate(INPUTS), simulate(after))
    expect(effect({ ...INPUTS, perDay: 4 })).toEqual({ name: 'days', by: -1 })
    expect(effect(withSeries([1, 1, 3, 7]))).toEqual({ name: 'later', by: 40 })
    expect(effect({ ...INPUTS, stages: INPUTS.stages.map((stage) => ({ ...stage, thirdPlace: false })) })).toEqual({
      name: 'matches',
      by: -1,
    })
    expect(effect(INPUTS)).toEqual({ name: 'none', by: 0 })
  })
})

it('warns of what will hurt, and tells where to mend it', () => {
  const big = { ...INPUTS, entrants: 64, stages: stagesOfKind('single', 64, ROV) }
  const outcome = simulate(big)
  const named = adviceOn(big, outcome, { endAt: outcome.endsAt - 1, staff: 2 })
  expect(named.map(({ name, step, values }) => [name, step, values])).toEqual([
    ['pastEnd', 'schedule', {}],
    ['staff', 'people', { count: 3, staff: 2 }],
    ['fewer', undefined, { entrants: 48, count: 48, byes: 16, days: 3 }],
  ])
  expect(adviceOn(INPUTS, simulate(INPUTS), { endAt: 0, staff: 1 }).map(({ name }) => name)).toEqual(['fewer'])
  // A Wednesday, with matches on weekends only: they begin on the Saturday after, at the first hour.
  const wednesday = { ...INPUTS, startAt: Date.parse('2026-12-23T11:00:00Z') }
  const late = simulate(wednesday)
  expect([late.days[0]?.at, late.days[0]?.sittings[0]?.from]).toEqual([Date.parse('2026-12-25T17:00:00Z'), 13 * 60])
  expect(adviceOn(wednesday, late, { endAt: 0, staff: 1 }).map(({ name }) => name)).toEqual(['weekday', 'fewer'])
})

it('suggests dates in order, on a weekend, as long as it takes', () => {
  for (let day = 0; day < 7; day++) {
    const now = Date.parse('2026-11-23T09:00:00Z') + day * 86_400_000
    const dates = suggestedDates(now, simulate(INPUTS))
    expect(wrongFields(values(dates))).toEqual({})
    expect(new Date(dates.startAt).getUTCDay(), 'a Saturday').toBe(6)
    const played = simulate({ ...INPUTS, startAt: Date.parse(dates.startAt) })
    expect(lastMinute(played)).toBe(dates.endAt)
  }
})
