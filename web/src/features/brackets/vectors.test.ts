import { readdirSync, readFileSync } from 'node:fs'
import type { BracketDraw, SurvivorGroup } from '@/api/generated'
import { expect, it } from 'vitest'
import { type Plan, simulate } from '@/features/tournament-form/simulate'
import { NEW_STAGE, type StageValues } from '@/features/tournament-form/values'
import { bracketRounds, byesOf } from '@/features/tournaments/formats/elimination'
import { groupSizes } from '@/features/tournaments/formats/format'
import { groupMatches } from '@/features/tournaments/formats/round-robin'
import { singleBracket } from '@/testing/draws'
import { bracketLines, lineOrder, recompute, snake } from './draw/recompute'
import { openGames, winnerOf } from './run/series'
import { boardAfter } from './view/board/rows'
import { pointsOf } from './run/map-entry'

// The vectors that the server's brackets, groups and boards are tested with too.

const FOLDER = '../domain/vectors/esports/'
const vectors = <T>(name: string): T => JSON.parse(readFileSync(`${FOLDER}${name}.json`, 'utf8')) as T

/** A seed from 1, nothing for nobody, `?` while it is open. */
type Seat = number | string | null
type Rounds = Array<Array<[Seat, Seat]>>

/** Tie-breaks decide on the server alone: the web shows the table that it is sent. */
const SERVER_ONLY = ['tiebreak']
const SHARED: Record<string, () => void> = {
  double_elimination: doubleElimination,
  group_to_knockout: groupToKnockout,
  groups_snake: groupsSnake,
  round_robin_berger: roundRobin,
  seed_order: seedOrder,
  series_scores: seriesScores,
  single_elimination: singleElimination,
  survivor,
  third_place: thirdPlace,
}

it('has a check for every file of vectors', () => {
  const files = readdirSync(FOLDER).map((file) => file.replace('.json', ''))
  expect(files.toSorted()).toEqual([...Object.keys(SHARED), ...SERVER_ONLY].toSorted())
})

it.each(Object.keys(SHARED))('the web counts as the server does: %s', (name) => {
  expect.hasAssertions()
  SHARED[name]?.()
})

const seeds = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
const playable = (rounds: Rounds): number => rounds.flat().filter((pair) => !pair.includes(null)).length
const PLAN: Omit<Plan, 'entrants' | 'stages'> = {
  gameMinutes: 30,
  sides: 2,
  hoursFrom: 10,
  hoursTo: 22,
  startAt: 0,
  perDay: 9,
  weekends: false,
}
const outcome = (entrants: number, stage: Partial<StageValues>) => simulate({ ...PLAN, entrants, stages: [{ ...NEW_STAGE, ...stage }] })

function seedOrder() {
  for (const [size, order] of Object.entries(vectors<{ order: Record<string, number[]> }>('seed_order').order))
    expect(lineOrder(Number(size)).map((seed) => seed + 1)).toEqual(order)
}

function singleElimination() {
  interface Case {
    size: number
    byes: number
    rounds: number
    playable: number
    r1: Rounds[number]
  }
  for (const [count, of] of Object.entries(vectors<{ cases: Record<string, Case> }>('single_elimination').cases)) {
    const entrants = Number(count)
    const [lines = []] = bracketLines(seeds(entrants))
    expect(lines, count).toEqual(of.r1.flat())
    expect([lines.length, byesOf(entrants), bracketRounds(entrants)], count).toEqual([of.size, of.byes, of.rounds])
    const { matches, rounds, byes } = outcome(entrants, {})
    expect({ matches, rounds, byes }, count).toEqual({ matches: of.playable, rounds: of.rounds, byes: of.byes })
  }
}

function thirdPlace() {
  const { cases } = vectors<{ cases: Record<string, { main: Rounds; consolation: Rounds }> }>('third_place')
  for (const [count, { main, consolation }] of Object.entries(cases)) {
    const all = outcome(Number(count), { thirdPlace: true }).days.flatMap(({ sittings }) => sittings.flatMap(({ rounds }) => rounds))
    const played = (third: boolean) => all.filter(({ part }) => (part === 'third') === third).reduce((sum, { matches }) => sum + matches, 0)
    expect([played(false), played(true)], count).toEqual([playable(main), playable(consolation)])
  }
}

function doubleElimination() {
  interface Case {
    initial: { g3: Rounds }
    afterChalk: { g1: Rounds; g2: Rounds }
  }
  for (const [name, { initial, afterChalk }] of Object.entries(vectors<{ cases: Record<string, Case> }>('double_elimination').cases)) {
    const [count = '', kind] = name.split('_')
    const stage = { elimination: 'double', grandFinal: kind === 'double' ? 'reset' : 'single' } as const
    const expected = playable(afterChalk.g1) + playable(afterChalk.g2) + playable(initial.g3)
    expect(outcome(Number(count), stage).matches, name).toBe(expected)
  }
}

function roundRobin() {
  const { tables } = vectors<{ tables: Record<string, { rounds: number[][][]; rest: number[] | null }> }>('round_robin_berger')
  for (const [count, { rounds, rest }] of Object.entries(tables)) {
    const members = Number(count)
    const { matches, rounds: played } = outcome(members, { format: 'round-robin' })
    expect([matches, played], count).toEqual([rounds.flat().length, rounds.length])
    expect(groupMatches({ groups: 1, doubleRound: false }, members), count).toBe(rounds.flat().length)
    expect(members % 2, count).toBe(rest ? 1 : 0)
  }
}

function groupsSnake() {
  for (const [name, groups] of Object.entries(vectors<{ cases: Record<string, number[][]> }>('groups_snake').cases)) {
    const [entrants = 0, many = 0] = name.split('_in_').map(Number)
    expect(snake(seeds(entrants), many), name).toEqual(groups)
    const sizes = groups.map(({ length }) => length).toSorted((one, other) => other - one)
    expect(groupSizes(entrants, many), name).toEqual(sizes)
  }
}

function groupToKnockout() {
  for (const [name, pairs] of Object.entries(vectors<Record<string, string[][]>>('group_to_knockout'))) {
    const groups = Number(name.split('x')[0])
    // As a stage is seeded: by place, then by group.
    const origins = ['1', '2'].flatMap((place) => seeds(groups).map((group) => `${String.fromCodePoint(64 + group)}${place}`))
    const bracket = singleBracket(groups * 2)
    const entrants = bracket.entrants.map((entrant, index) => ({ ...entrant, origin: origins[index] ?? '' }))
    const draw: BracketDraw = {
      state: 'published',
      method: 'seeded',
      seed: '7',
      base: seeds(groups * 2),
      pins: [],
      apart: false,
      moves: [],
      swaps: [],
      arrangement: [pairs.flat().map((origin) => origins.indexOf(origin) + 1)],
      version: 1,
      draft: 1,
      generatedAt: '2026-11-23T10:00:00Z',
      conflicts: [],
    }
    expect(recompute({ ...bracket, entrants, draw }), name).toMatchObject({ result: draw.arrangement, equal: true })
  }
}

function seriesScores() {
  const { valid } = vectors<{ valid: Record<string, Array<[number, number]>> }>('series_scores')
  // A series of two may end level, which `winnerOf` does not judge.
  for (const [length, scores] of Object.entries(valid).filter(([bestOf]) => bestOf !== '2')) {
    const bestOf = Number(length)
    for (const home of seeds(10).map((count) => count - 1)) {
      for (const away of seeds(10).map((count) => count - 1)) {
        const won = (many: number, by: 'home' | 'away') =>
          Array.from({ length: many }, () => ({ home: by === 'home' ? 1 : 0, away: by === 'away' ? 1 : 0 }))
        const games = home > away ? [...won(away, 'away'), ...won(home, 'home')] : [...won(home, 'home'), ...won(away, 'away')]
        const isScore = winnerOf(games, bestOf) !== undefined && openGames(games, bestOf) === games.length
        const listed = scores.some(([one, other]) => (one === home && other === away) || (one === away && other === home))
        expect(isScore, `${bestOf}: ${home}–${away}`).toBe(listed)
      }
    }
  }
}

const ORDER: Record<string, string> = { wins: 'wins', kills: 'kills', place: 'place_points', last: 'last_map' }

function survivor() {
  interface Case {
    id: string
    table: string
    maps: Array<Record<string, [number, number]>>
    totals?: Record<string, number>
    detail?: Record<string, { wins: number; kills: number; place: number }>
    rank?: Record<string, Array<[number, string]>>
  }
  const { cases, tables } = vectors<{ cases: Case[]; tables: Record<string, number[]> }>('survivor')
  for (const { id, table, maps, totals, detail = {}, rank = {} } of cases) {
    if (!totals) continue
    const names = Object.keys(maps[0] ?? {})
    const ids = seeds(names.length)
    const points = { points: tables[table] ?? [], killPoints: 1 }
    const results = (of: Case['maps'][number]) =>
      names.map((name, index) => {
        const [place = 0, kills = 0] = of[name] ?? []
        const typed = { contestantId: index + 1, place: String(place), kills: String(kills), penalty: '', absent: false, shared: false }
        return { contestantId: index + 1, place, kills, shared: false, penalty: 0, points: pointsOf(typed, points) ?? 0 }
      })
    const group: SurvivorGroup = {
      group: 1,
      heats: [
        {
          matchId: 1,
          heat: 1,
          entrants: ids,
          maps: maps.map((of, index) => ({
            map: index + 1,
            state: 'published',
            version: 1,
            at: '2026-11-23T10:00:00Z',
            results: results(of),
          })),
        },
      ],
      lines: ids.map((contestantId) => ({ contestantId, rank: 1, total: 0, wins: 0, kills: 0, placePoints: 0, maps: 0, byMap: [] })),
      complete: true,
      closed: false,
    }
    const board = (tieOrder: string[]) => boardAfter(group, maps.length, { tieOrder }, new Set())
    const nameOf = (contestantId: number) => names[contestantId - 1] ?? ''
    for (const line of board([])) {
      expect(line.total, `${id} ${nameOf(line.contestantId)}`).toBe(totals[nameOf(line.contestantId)])
      const told = detail[nameOf(line.contestantId)]
      if (told) expect([line.wins, line.kills, line.placePoints], id).toEqual([told.wins, told.kills, told.place])
    }
    for (const [order, expected] of Object.entries(rank)) {
      const tieOrder = order
        .split('>')
        .slice(1)
        .map((by) => ORDER[by] ?? by)
      expect(
        board(tieOrder).map((line) => [line.rank, nameOf(line.contestantId)]),
        `${id} ${order}`,
      ).toEqual(expected)
    }
  }
}
