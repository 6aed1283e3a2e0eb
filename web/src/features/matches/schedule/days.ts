import type { BracketPart, ListedMatch, MatchState } from '@/api/generated'
import { dayOf } from '@/i18n/format'
import type { MatchFilter } from '../queries'

/** As the address says it. */
export interface ScheduleSearch {
  only?: string
  state?: string
  /** `1.main.2`: stage, part, round */
  round?: string
  page?: number
}

export const ONLY = ['mine', 'needsMe', 'stuck'] as const

/** States that one looks for. */
export const STATES = ['ready', 'scheduled', 'playing', 'submitted', 'disputed', 'decided'] as const satisfies readonly MatchState[]

const PARTS: readonly BracketPart[] = ['group', 'main', 'losers', 'third', 'final']

/** What is asked for; what an address says that is not understood is left out. */
export function filterOf({ only, state, round }: ScheduleSearch): MatchFilter {
  const own = ONLY.find((each) => each === only)
  const known = STATES.find((each) => each === state)
  const [stage, part, number] = round?.split('.') ?? []
  const partOf = PARTS.find((each) => each === part)
  return {
    ...(own && { [own]: true }),
    ...(known && { state: known }),
    ...(partOf && Number(stage) > 0 && Number(number) > 0 && { stage: Number(stage), part: partOf, round: Number(number) }),
  }
}

export interface ScheduleDay {
  /** `2026-11-28`; nothing for those without a time */
  day: string | undefined
  matches: ListedMatch[]
}

/** Day by day in the order in which they come, those without a time where they stand. */
export function byDay(matches: readonly ListedMatch[]): ScheduleDay[] {
  const days = new Map<string | undefined, ListedMatch[]>()
  for (const match of matches) {
    const day = match.scheduledAt ? dayOf(match.scheduledAt) : undefined
    const known = days.get(day)
    if (known) known.push(match)
    else days.set(day, [match])
  }
  return [...days].map(([day, found]) => ({ day, matches: found }))
}
