// Simulates a tournament before anybody has entered: entrants × format × series × hours a day × minutes a game. Pure; runs at every key.

export type Format = 'bracket' | 'round-robin' | 'survivor'

/** A stage as the simulator needs it. */
export interface SimulatedStage {
  format: Format
  elimination: 'single' | 'double'
  thirdPlace: boolean
  /** Double elimination only: whether the final may be played twice */
  grandFinal: 'single' | 'reset'
  groups: number
  winnersPerGroup: number
  doubleRound: boolean
  /** Survivor only */
  maps: number
  /** Survivor groups larger than a lobby only */
  heats: 'split' | 'pairs'
  /** How many go on from a bracket that another stage follows, a power of two. 0: it is played to its end. */
  qualifiers: number
  /** Best of, by round from the first */
  series: readonly number[]
}

export interface Plan {
  entrants: number
  stages: readonly SimulatedStage[]
  gameMinutes: number
  /** Sides of one match: 2, or a lobby */
  sides: number
  hoursFrom: number
  hoursTo: number
  /** Unix ms of the first match; 0 if nobody knows yet */
  startAt: number
  /** Rounds in one day */
  perDay: number
  /** On Saturdays and Sundays only */
  weekends: boolean
}

/** `left`: entrants who are still in when it begins, of this half in double elimination. */
export interface Round {
  stage: number
  part: 'upper' | 'lower' | 'final' | 'third' | 'groups' | 'maps'
  left: number
  matches: number
  bestOf: number
  minutes: number
}

/** Matches that are played at the same time, in minutes of the day. */
export interface Sitting {
  rounds: Round[]
  from: number
  to: number
}

export interface Day {
  number: number
  /** Unix ms of its midnight in Bangkok; 0 if nobody knows */
  at: number
  sittings: Sitting[]
}

export interface Outcome {
  matches: number
  rounds: number
  byes: number
  /** Matches at the same time, at most */
  atOnce: number
  days: Day[]
  /** Unix ms of the end; 0 if nobody knows */
  endsAt: number
  longestDay: number
  /** A round that no day has room for */
  tooLong: boolean
  /** Entrants at the beginning of each stage */
  entering: number[]
}

/** Between two rounds, for results and for catching one's breath. */
const BREAK_MINUTES = 15
const DAY_MS = 86_400_000
const BANGKOK_MS = 7 * 3_600_000

/** Rounds of a bracket of so many. */
export const bracketRounds = (entrants: number): number => (entrants < 2 ? 0 : Math.ceil(Math.log2(entrants)))

export const byesOf = (entrants: number): number => (entrants < 2 ? 0 : 2 ** bracketRounds(entrants) - entrants)

/** Sizes of groups; they differ by one at most. */
export function groupSizes(entrants: number, groups: number): number[] {
  const count = Math.max(1, Math.min(groups, entrants))
  return Array.from({ length: count }, (_, index) => Math.floor(entrants / count) + (index < entrants % count ? 1 : 0))
}

/** Rounds that a bracket plays: to its winner, or until so many are left. */
const roundsPlayed = ({ qualifiers }: SimulatedStage, entrants: number) =>
  Math.max(0, bracketRounds(entrants) - (qualifiers > 1 ? Math.floor(Math.log2(qualifiers)) : 0))

/** How many lengths of a series a stage asks for: one a round of a bracket, with the grand final; one for groups. */
function seriesCount(stage: SimulatedStage, entrants: number): number {
  if (stage.format === 'survivor') return 0
  if (stage.format === 'round-robin') return 1
  return roundsPlayed(stage, entrants) + (stage.elimination === 'double' && entrants > 1 ? 1 : 0)
}

/** Best of, for each of them: as chosen, with the final the last whatever the number of rounds; else longer towards the end. */
export function seriesOf(stage: SimulatedStage, entrants: number): number[] {
  const count = seriesCount(stage, entrants)
  const { series } = stage
  const usual = (index: number) => (stage.format === 'round-robin' || index < count - 2 ? 1 : index < count - 1 ? 3 : 5)
  const chosen = (index: number) => series[Math.max(0, index - count + series.length)]
  return Array.from({ length: count }, (_, index) => chosen(index) ?? usual(index))
}

/** How many a stage sends on. */
export function goingOn(stage: SimulatedStage, entrants: number): number {
  const own = stage.format === 'bracket' ? Math.max(1, stage.qualifiers) : stage.groups * stage.winnersPerGroup
  return Math.min(entrants, own)
}

type Unplaced = Omit<Round, 'stage' | 'minutes'>

function singleElimination(stage: SimulatedStage, entrants: number): Unplaced[][] {
  const series = seriesOf(stage, entrants)
  const places = 2 ** bracketRounds(entrants)
  return series.map((bestOf, index) => {
    const left = index === 0 ? entrants : places / 2 ** index
    const matches = index === 0 ? entrants - places / 2 : left / 2
    const last = index === bracketRounds(entrants) - 1
    const round: Unplaced = { part: last ? 'final' : 'upper', left, matches, bestOf }
    // Three entrants have one beaten semi-finalist: nobody to play for the third place.
    const third = last && stage.thirdPlace && entrants > 3
    return third ? [round, { part: 'third', left: 2, matches: 1, bestOf: series[index - 1] ?? bestOf }] : [round]
  })
}

/** Both halves side by side; whoever loses above comes down a round later. The second final is counted where there may be one. */
function doubleElimination(stage: SimulatedStage, entrants: number): Unplaced[][] {
  const rounds = bracketRounds(entrants)
  const series = seriesOf({ ...stage, qualifiers: 0 }, entrants)
  const places = 2 ** rounds
  const first = entrants - places / 2
  const sittings: Unplaced[][] = [[{ part: 'upper', left: entrants, matches: first, bestOf: series[0] ?? 1 }]]
  for (let round = 1; round < rounds; round++) {
    const pairs = places / 2 ** (round + 1)
    const bestOf = series[round] ?? 1
    // In the first round below, byes above leave places empty.
    const filled = round === 1 ? Math.min(pairs, first) : pairs
    const meeting = round === 1 ? Math.max(0, first - pairs) : pairs
    const lower: Unplaced = { part: 'lower', left: filled + meeting, matches: meeting, bestOf }
    const upper: Unplaced = { part: 'upper', left: pairs * 2, matches: pairs, bestOf }
    sittings.push(meeting > 0 ? [upper, lower] : [upper], [{ part: 'lower', left: filled + pairs, matches: filled, bestOf }])
  }
  const final: Unplaced = { part: 'final', left: 2, matches: 1, bestOf: series[rounds] ?? 1 }
  sittings.push([final])
  if (stage.grandFinal === 'reset') sittings.push([final])
  return sittings
}

/** The bounds of a stage, as the server takes them. */
export const MOST_MATCHES = 20_000

export function groupMatches({ groups, doubleRound }: Pick<SimulatedStage, 'groups' | 'doubleRound'>, entrants: number): number {
  const pairs = groupSizes(entrants, groups).reduce((sum, size) => sum + (size * (size - 1)) / 2, 0)
  return doubleRound ? pairs * 2 : pairs
}

function roundRobin(stage: SimulatedStage, entrants: number): Unplaced[][] {
  const sizes = groupSizes(entrants, stage.groups)
  const times = stage.doubleRound ? 2 : 1
  const roundsOf = (size: number) => (size < 2 ? 0 : size % 2 === 0 ? size - 1 : size) * times
  const [bestOf = 1] = seriesOf(stage, entrants)
  return Array.from({ length: Math.max(0, ...sizes.map(roundsOf)) }, (_, round) => {
    const playing = sizes.filter((size) => round < roundsOf(size))
    return [{ part: 'groups', left: entrants, matches: playing.reduce((sum, size) => sum + Math.floor(size / 2), 0), bestOf }]
  })
}

/** All maps in one sitting, or in as many as the hours allow; heats of which nobody is in two are played at the same time. */
function survivor(stage: SimulatedStage, entrants: number, plan: Plan): Unplaced[][] {
  const { heats, turns } = heatsOf(stage, entrants, plan.sides)
  const most = Math.max(1, Math.floor((hoursOf(plan) * 60) / plan.gameMinutes))
  const games = stage.maps * turns
  // The maps of all heats that are played up to a game.
  const played = (game: number) => Math.round((heats * stage.maps * game) / games)
  return Array.from({ length: Math.ceil(games / most) }, (_, index) => {
    const [from, to] = [index * most, Math.min(games, (index + 1) * most)]
    return [{ part: 'maps', left: entrants, matches: played(to) - played(from), bestOf: to - from }]
  })
}

/** Heats of a map, and how many turns they take: parts of half a lobby meet each other one after another. */
export function heatsOf(stage: SimulatedStage, entrants: number, sides: number): { heats: number; turns: number } {
  const groups = groupSizes(entrants, stage.groups).map((size) => {
    if (size <= sides || stage.heats === 'split') return { heats: Math.ceil(size / sides), turns: 1 }
    const parts = Math.ceil(size / Math.max(1, Math.floor(sides / 2)))
    return { heats: (parts * (parts - 1)) / 2, turns: parts - 1 + (parts % 2) }
  })
  return { heats: groups.reduce((sum, { heats }) => sum + heats, 0), turns: Math.max(1, ...groups.map(({ turns }) => turns)) }
}

const hoursOf = ({ hoursFrom, hoursTo }: Plan) => (hoursTo > hoursFrom ? hoursTo - hoursFrom : 24 - hoursFrom)

function roundsOf(stage: SimulatedStage, entrants: number, plan: Plan): Unplaced[][] {
  if (entrants < 2) return []
  if (stage.format === 'round-robin') return roundRobin(stage, entrants)
  if (stage.format === 'survivor') return survivor(stage, entrants, plan)
  return stage.elimination === 'double' ? doubleElimination(stage, entrants) : singleElimination(stage, entrants)
}

/** In the order of play: each entry is what is played at the same time. */
function allRounds(plan: Plan): { rounds: Round[][]; entering: number[] } {
  const entering: number[] = []
  let entrants = plan.entrants
  const rounds = plan.stages.flatMap((stage, index) => {
    entering.push(entrants)
    const played = roundsOf(stage, entrants, plan)
    entrants = goingOn(stage, entrants)
    return played.map((sitting) => sitting.map((round) => ({ ...round, stage: index, minutes: round.bestOf * plan.gameMinutes })))
  })
  return { rounds, entering }
}

/** Bangkok's midnight of the day. */
const midnight = (at: number) => Math.floor((at + BANGKOK_MS) / DAY_MS) * DAY_MS - BANGKOK_MS
const isWeekend = (at: number) => [0, 6].includes(new Date(at + BANGKOK_MS).getUTCDay())

const dayAfter = (at: number, weekends: boolean): number =>
  !weekends || isWeekend(at + DAY_MS) ? at + DAY_MS : dayAfter(at + DAY_MS, weekends)

/** Whether the plan begins on a day on which it does not play: its first matches are on the weekend after. */
export const startsOnWeekday = ({ startAt, weekends }: Pick<Plan, 'startAt' | 'weekends'>): boolean =>
  weekends && startAt > 0 && !isWeekend(midnight(startAt))

const nextDay = ({ number, at }: Day, weekends: boolean): Day => ({
  number: number + 1,
  at: at > 0 ? dayAfter(at, weekends) : 0,
  sittings: [],
})

function schedule(rounds: Round[][], plan: Plan): Day[] {
  const from = plan.hoursFrom * 60
  const to = from + hoursOf(plan) * 60
  const start = plan.startAt > 0 ? midnight(plan.startAt) : 0
  const moved = startsOnWeekday(plan)
  let day: Day = { number: 1, at: moved ? dayAfter(start, true) : start, sittings: [] }
  // A start outside the hours is meant for that day.
  let clock = start > 0 && !moved ? (plan.startAt - start) / 60_000 : from
  const days = [day]
  for (const sitting of rounds) {
    const minutes = Math.max(...sitting.map((round) => round.minutes))
    const full = day.sittings.length >= plan.perDay || clock + minutes > to
    if (full && day.sittings.length > 0) {
      day = nextDay(day, plan.weekends)
      days.push(day)
      clock = from
    }
    day.sittings.push({ rounds: sitting, from: clock, to: clock + minutes })
    clock += minutes + BREAK_MINUTES
  }
  return rounds.length > 0 ? days : []
}

const lengthOf = ({ sittings }: Day) => (sittings.at(-1)?.to ?? 0) - (sittings[0]?.from ?? 0)

export function simulate(plan: Plan): Outcome {
  const { rounds, entering } = allRounds(plan)
  const days = schedule(rounds, plan)
  const matchesOf = (sitting: Round[]) =>
    // Maps of a sitting follow one another.
    sitting.reduce((sum, round) => sum + (round.part === 'maps' ? Math.ceil(round.matches / round.bestOf) : round.matches), 0)
  const last = days.at(-1)
  const byes = plan.stages.map((stage, index) => (stage.format === 'bracket' ? byesOf(entering[index] ?? 0) : 0))
  return {
    matches: rounds.flat().reduce((sum, round) => sum + round.matches, 0),
    rounds: rounds.length,
    byes: byes.reduce((sum, count) => sum + count, 0),
    atOnce: Math.max(0, ...rounds.map(matchesOf)),
    days,
    endsAt: last && last.at > 0 ? last.at + (last.sittings.at(-1)?.to ?? 0) * 60_000 : 0,
    longestDay: Math.max(0, ...days.map(lengthOf)),
    tooLong: rounds.some((sitting) => sitting.some((round) => round.minutes > hoursOf(plan) * 60)),
    entering,
  }
}
