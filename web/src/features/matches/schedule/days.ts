import type { BracketPart, ListedMatch, MatchSection, MatchState } from '@/api/generated'
import { dayOf } from '@/i18n/format'
import type { MatchFilter } from '../queries'

/** The filter as the address has it. */
export interface ScheduleSearch {
  only?: string
  state?: string
  /** `1.main.2`: stage, part, round */
  round?: string
  page?: number
}

export const ONLY = ['mine', 'needsMe', 'stuck'] as const

/** States to filter by. */
export const STATES = ['ready', 'scheduled', 'playing', 'submitted', 'disputed', 'decided'] as const satisfies readonly MatchState[]

const PARTS: readonly BracketPart[] = ['group', 'main', 'losers', 'third', 'final']

/** Returns the filter of an address; unknown parts are left out. */
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

export interface ScheduleGroup {
  section: MatchSection
  /** `2026-11-28`, for matches with a time in the future */
  day?: string
  matches: ListedMatch[]
}

/** Groups matches, in the server's order, by section; those with a time in the future by their day in Bangkok. */
export function bySection(matches: readonly ListedMatch[]): ScheduleGroup[] {
  const groups = new Map<string, ScheduleGroup>()
  for (const match of matches) {
    const { section, scheduledAt } = match
    const day = section === 'timed' && scheduledAt ? dayOf(scheduledAt) : undefined
    const key = day ?? section
    const known = groups.get(key)
    if (known) known.matches.push(match)
    else groups.set(key, { section, ...(day !== undefined && { day }), matches: [match] })
  }
  return [...groups.values()]
}
