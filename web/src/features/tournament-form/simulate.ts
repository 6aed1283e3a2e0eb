import { FORMATS } from '@/features/tournaments/formats'
import type { PlayedRound, SimulatedStage } from '@/features/tournaments/formats/format'

// Simulates a tournament before anyone has entered: entrants × format × series × hours a day × minutes a game. Pure; runs at every key.

export interface Plan {
  entrants: number
  stages: readonly SimulatedStage[]
  gameMinutes: number
  /** Sides of one match: 2, or a lobby */
  sides: number
  hoursFrom: number
  hoursTo: number
  /** Unix ms of the first match; 0 if unknown */
  startAt: number
  /** Rounds in one day */
  perDay: number
  /** On Saturdays and Sundays only */
  weekends: boolean
}

export interface Round extends PlayedRound {
  stage: number
  minutes: number
}

/** Matches played at the same time, in minutes of the day. */
export interface Sitting {
  rounds: Round[]
  from: number
  to: number
}

export interface Day {
  number: number
  /** Unix ms of its midnight in Bangkok; 0 if unknown */
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
  /** Unix ms of the end; 0 if unknown */
  endsAt: number
  longestDay: number
  /** A round that does not fit into a day */
  tooLong: boolean
  /** Entrants at the beginning of each stage */
  entering: number[]
}

/** Break between two rounds, for results and rest. */
const BREAK_MINUTES = 15
const DAY_MS = 86_400_000
const BANGKOK_MS = 7 * 3_600_000

/** Returns the best-of of each round: as chosen, where the last value is the final's; by default longer towards the end. */
export function seriesOf(stage: SimulatedStage, entrants: number): number[] {
  const { seriesCount, usualLength } = FORMATS[stage.format]
  const count = seriesCount(stage, entrants)
  const { series } = stage
  const chosen = (index: number) => series[Math.max(0, index - count + series.length)]
  return Array.from({ length: count }, (_, index) => chosen(index) ?? usualLength(index, count))
}

/** Returns how many entrants a stage sends on. */
export const goingOn = (stage: SimulatedStage, entrants: number): number => Math.min(entrants, FORMATS[stage.format].goingOn(stage))

const hoursOf = ({ hoursFrom, hoursTo }: Plan) => (hoursTo > hoursFrom ? hoursTo - hoursFrom : 24 - hoursFrom)

function roundsOf(stage: SimulatedStage, entrants: number, plan: Plan): PlayedRound[][] {
  if (entrants < 2) return []
  const games = Math.max(1, Math.floor((hoursOf(plan) * 60) / plan.gameMinutes))
  return FORMATS[stage.format].rounds(stage, entrants, (each) => seriesOf(each, entrants), { sides: plan.sides, games })
}

/** Returns the rounds in order of play; each entry is played at the same time. */
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

/** Bangkok's midnight of that day. */
const midnight = (at: number) => Math.floor((at + BANGKOK_MS) / DAY_MS) * DAY_MS - BANGKOK_MS
const isWeekend = (at: number) => [0, 6].includes(new Date(at + BANGKOK_MS).getUTCDay())

const dayAfter = (at: number, weekends: boolean): number =>
  !weekends || isWeekend(at + DAY_MS) ? at + DAY_MS : dayAfter(at + DAY_MS, weekends)

/** Whether the plan begins on a day without play: its first matches are on the weekend after. */
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
  // A start outside the hours refers to that day.
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
  const byes = plan.stages.map((stage, index) => FORMATS[stage.format].byes(entering[index] ?? 0))
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
