import { FORMATS } from '@/features/tournaments/formats'
import { heatsOf } from '@/features/tournaments/formats/survivor'
import { type Outcome, simulate, startsOnWeekday } from './simulate'
import type { Inputs } from './change'
import { inOrder } from './values'

/** Warnings and hints of the simulator; texts under `tournamentForm:advice`. `step` is where it can be fixed. */
export interface Advice {
  name: 'weekday' | 'tooLong' | 'pastEnd' | 'staff' | 'longEvent' | 'heats' | 'fewer'
  warns: boolean
  step?: 'schedule' | 'people' | 'format'
  values: Record<string, number>
}

/** Matches that one person can supervise at a time. */
const MATCHES_A_PERSON = 12
const LONG_DAYS = 30

export function adviceOn(inputs: Inputs, outcome: Outcome, { endAt, staff }: { endAt: number; staff: number }): Advice[] {
  const found: Advice[] = []
  if (startsOnWeekday(inputs)) found.push({ name: 'weekday', warns: true, step: 'schedule', values: {} })
  if (outcome.tooLong) found.push({ name: 'tooLong', warns: true, step: 'schedule', values: {} })
  if (endAt > 0 && outcome.endsAt > endAt) found.push({ name: 'pastEnd', warns: true, step: 'schedule', values: {} })
  const needed = Math.ceil(outcome.atOnce / MATCHES_A_PERSON)
  if (needed > staff) found.push({ name: 'staff', warns: true, step: 'people', values: { count: needed, staff } })
  if (outcome.days.length > LONG_DAYS)
    found.push({ name: 'longEvent', warns: true, step: 'format', values: { count: outcome.days.length } })
  const [first] = inputs.stages
  if (first && FORMATS[first.format].hasHeats) {
    const { heats, turns } = heatsOf(first, inputs.entrants, inputs.sides)
    if (heats > first.groups && turns === 1) found.push({ name: 'heats', warns: false, values: { heats, sides: inputs.sides } })
  }
  const fewer = Math.floor(inputs.entrants * 0.75)
  if (fewer >= 4 && outcome.matches > 0) {
    const then = simulate({ ...inputs, entrants: fewer, stages: inOrder(inputs.stages, fewer) })
    found.push({ name: 'fewer', warns: false, values: { entrants: fewer, count: then.matches, byes: then.byes, days: then.days.length } })
  }
  return found
}
