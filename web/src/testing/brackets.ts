import type {
  Bracket,
  BracketEntrant,
  BracketGroup,
  BracketMatch,
  GroupLine,
  SurvivorGroup,
  SurvivorMap,
  SurvivorMapResult,
} from '@/api/generated'

// Brackets for tests of pages: enough of each kind to be displayed.

const NAMES = [
  'Isan Thunder',
  'Sea Breeze',
  'Lanna Fox',
  'Salt Bay',
  'Bangkok Limes',
  'Ruby XI',
  'เทคนิค 9',
  'Mun River',
  'Naga Pulse',
  'Night Market',
  'Golden Rice',
  'Monsoon',
]

const entrant = (contestantId: number): BracketEntrant => {
  const name = NAMES[contestantId - 1] ?? `Team ${contestantId}`
  const [one = '', two] = name.split(' ')
  return {
    contestantId,
    teamId: contestantId,
    name,
    shortName: ((one[0] ?? '') + (two?.[0] ?? one[1] ?? '')).toUpperCase(),
    seed: contestantId,
  }
}

const FF = [12, 9, 8, 7, 6, 5, 4, 3, 2, 1]

const base = (format: 'round-robin' | 'survivor', entrants: number): Bracket => ({
  tournamentId: 7001,
  stage: 1,
  stages: [{ stage: 1, name: 'รอบแบ่งกลุ่ม', format, state: 'published', entrants, matches: 12, decided: 5 }],
  version: 3,
  live: { topic: 'public:bracket:7001' },
  settings: { format, doubleRound: false, thirdPlace: false, series: [], groups: 1 },
  entrants: Array.from({ length: entrants }, (_, index) => entrant(index + 1)),
  matches: [],
  groups: [],
  survivor: [],
  prizes: [],
  winners: [],
  tournamentVersion: 1,
  finished: false,
})

/** Four in a group: two are level on the line, a third is out. */
export function tables(): Bracket {
  const line = (
    contestantId: number,
    rank: number,
    points: number,
    [won, drawn, lost]: [number, number, number],
    games: [number, number],
    more: Partial<GroupLine> = {},
  ): GroupLine => ({
    contestantId,
    rank,
    points,
    played: won + drawn + lost,
    won,
    drawn,
    lost,
    forfeited: 0,
    gamesWon: games[0],
    gamesLost: games[1],
    ...more,
  })
  const a: BracketGroup = {
    group: 1,
    entrants: [1, 2, 3, 4],
    rests: [],
    lines: [
      line(1, 1, 9, [3, 0, 0], [6, 1]),
      line(2, 2, 3, [1, 0, 2], [3, 4], {}),
      line(3, 2, 3, [1, 0, 2], [3, 4], {}),
      line(4, 4, 3, [1, 0, 2], [2, 5], { forfeited: 1, decidedBy: 'difference' }),
    ],
    winners: 2,
    complete: true,
    closed: false,
    cutTie: [2, 3],
  }
  const b: BracketGroup = {
    group: 2,
    entrants: [5, 6, 7],
    rests: [
      { round: 1, contestantId: 7 },
      { round: 2, contestantId: 6 },
      { round: 3, contestantId: 5 },
    ],
    lines: [line(5, 1, 3, [1, 0, 0], [2, 0]), line(6, 2, 0, [0, 0, 1], [0, 2]), line(7, 3, 0, [0, 0, 0], [0, 0])],
    winners: 1,
    complete: false,
    closed: false,
  }
  let id = 0
  const match = (group: number, round: number, home: number, away: number, more: Partial<BracketMatch> = {}): BracketMatch => ({
    id: ++id,
    part: 'group',
    group,
    round,
    number: id,
    label: String(id),
    home: { contestantId: home },
    away: { contestantId: away },
    bestOf: 3,
    state: 'ready',
    version: 1,
    ...more,
  })
  const done = (homeScore: number, awayScore: number): Partial<BracketMatch> => ({
    state: 'decided',
    outcome: 'played',
    homeScore,
    awayScore,
    winner: homeScore > awayScore ? 'home' : 'away',
    decidedAt: '2026-11-22T12:00:00Z',
  })
  const matches = [
    match(1, 1, 1, 4, done(2, 0)),
    match(1, 1, 2, 3, done(1, 2)),
    match(1, 2, 4, 3, done(2, 1)),
    match(1, 2, 1, 2, done(2, 1)),
    match(1, 3, 2, 4, done(2, 0)),
    match(1, 3, 3, 1, done(0, 2)),
    match(2, 1, 5, 6, done(2, 0)),
    match(2, 2, 7, 5, { state: 'playing', homeScore: 1, awayScore: 0 }),
    match(2, 3, 6, 7, { state: 'scheduled', scheduledAt: '2026-11-28T12:00:00Z' }),
  ]
  return { ...base('round-robin', 7), groups: [a, b], matches }
}

/** Twelve over eight maps, six of them played. */
export function board(maps = 6): Bracket {
  const ids = Array.from({ length: 12 }, (_, index) => index + 1)
  const played: SurvivorMap[] = Array.from({ length: maps }, (_, number) => {
    const order = ids.toSorted((one, other) => ((one * (number + 3)) % 13) + one - (((other * (number + 3)) % 13) + other))
    const results = order.map((contestantId, index): SurvivorMapResult => {
      const kills = Math.max(0, 9 - index - (number % 3))
      const penalty = number === 2 && contestantId === 6 ? -3 : 0
      return { contestantId, place: index + 1, kills, shared: false, penalty, points: (FF[index] ?? 0) + kills + penalty }
    })
    return { map: number + 1, state: 'published', version: number + 1, at: `2026-11-22T1${number}:58:00Z`, results }
  })
  const group: SurvivorGroup = {
    group: 1,
    heats: [{ matchId: 1, heat: 1, entrants: ids, maps: played }],
    lines: ids
      .map((contestantId) => {
        const own = played
          .map(({ results }) => results.find((result) => result.contestantId === contestantId))
          .filter((result) => result !== undefined)
        return {
          contestantId,
          rank: 1,
          total: own.reduce((sum, { points }) => sum + points, 0),
          wins: own.filter(({ place }) => place === 1).length,
          kills: own.reduce((sum, { kills }) => sum + kills, 0),
          placePoints: own.reduce((sum, { points, kills, penalty }) => sum + points - kills - (penalty ?? 0), 0),
          maps: own.length,
          byMap: own.map(({ points }) => points),
        }
      })
      .sort((one, other) => other.total - one.total || other.wins - one.wins || other.kills - one.kills)
      .map((line, index, all) => ({
        ...line,
        rank: index + 1,
        decidedBy: all.some((other) => other !== line && other.total === line.total) ? 'wins' : null,
      })),
    threshold: 80,
    winners: 4,
    complete: false,
    closed: false,
  }
  const settings = {
    ...base('survivor', 12).settings,
    maps: 8,
    pointTable: 'ff_12',
    rush: { kind: 'champion_rush' as const, threshold: 80 },
  }
  return { ...base('survivor', 12), settings, survivor: [group] }
}
