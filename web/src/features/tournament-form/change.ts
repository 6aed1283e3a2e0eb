import { isDeepEqual } from './equal'
import { kindOf } from './formats'
import { type Outcome, type Plan, seriesOf } from './simulate'
import type { StageValues } from './values'

/** The simulator's input: its part of the form, and the assumptions. */
export interface Inputs extends Omit<Plan, 'stages'> {
  stages: readonly StageValues[]
  gameId: number
}

/** Names of changes under `tournamentForm:change`. `from` and `to` are numbers or names as shown. */
type ChangeName =
  | 'entrants'
  | 'kind'
  | 'stages'
  | 'series'
  | 'thirdPlace'
  | 'grandFinal'
  | 'heats'
  | 'groups'
  | 'winnersPerGroup'
  | 'doubleRound'
  | 'maps'
  | 'qualifiers'
  | 'perDay'
  | 'weekends'
  | 'hours'
  | 'startAt'
  | 'gameId'

export interface Change {
  name: ChangeName
  stage?: number
  /** The round, if the change is about a series */
  round?: number
  from: string | number | boolean
  to: string | number | boolean
}

const SIMPLE = ['thirdPlace', 'grandFinal', 'heats', 'groups', 'winnersPerGroup', 'doubleRound', 'maps', 'qualifiers'] as const

function stageChange(before: StageValues, after: StageValues, stage: number, entrants: number): Change | undefined {
  for (const name of SIMPLE) if (before[name] !== after[name]) return { name, stage, from: before[name], to: after[name] }
  const [was, is] = [seriesOf(before, entrants), seriesOf(after, entrants)]
  const round = is.findIndex((bestOf, index) => bestOf !== was[index])
  return round < 0 ? undefined : { name: 'series', stage, round, from: was[round] ?? 1, to: is[round] ?? 1 }
}

/** Describes the user's last change in one line; undefined if nothing relevant differs. */
export function changeOf(before: Inputs, after: Inputs, entering: readonly number[]): Change | undefined {
  if (before.gameId !== after.gameId) return { name: 'gameId', from: before.gameId, to: after.gameId }
  const [was, is] = [kindOf(before.stages), kindOf(after.stages)]
  if (was !== is && was && is) return { name: 'kind', from: was, to: is }
  if (before.stages.length !== after.stages.length) return { name: 'stages', from: before.stages.length, to: after.stages.length }
  if (before.entrants !== after.entrants) return { name: 'entrants', from: before.entrants, to: after.entrants }
  for (const [index, stage] of after.stages.entries()) {
    const found = stageChange(before.stages[index] ?? stage, stage, index, entering[index] ?? 0)
    if (found) return found
  }
  for (const name of ['perDay', 'weekends', 'startAt'] as const)
    if (before[name] !== after[name]) return { name, from: before[name], to: after[name] }
  if (before.hoursFrom !== after.hoursFrom || before.hoursTo !== after.hoursTo)
    return { name: 'hours', from: `${before.hoursFrom}–${before.hoursTo}`, to: `${after.hoursFrom}–${after.hoursTo}` }
  const played = ({ stages }: Inputs) => stages.map(({ format, elimination }) => [format, elimination])
  return isDeepEqual(played(before), played(after)) ? undefined : { name: 'stages', from: before.stages.length, to: after.stages.length }
}

/** The effect of a change in order of weight: days, then time of that day, then matches. */
export interface Effect {
  name: 'days' | 'later' | 'matches' | 'none'
  /** Below zero: fewer, or earlier. */
  by: number
}

export function effectOf(before: Outcome, after: Outcome): Effect {
  const days = after.days.length - before.days.length
  if (days !== 0) return { name: 'days', by: days }
  const end = ({ days }: Outcome) => days.at(-1)?.sittings.at(-1)?.to ?? 0
  const later = end(after) - end(before)
  if (later !== 0) return { name: 'later', by: later }
  const matches = after.matches - before.matches
  return matches === 0 ? { name: 'none', by: 0 } : { name: 'matches', by: matches }
}
