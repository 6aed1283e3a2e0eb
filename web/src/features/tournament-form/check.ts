import { tournamentFormLimits } from '@/api/limits.gen'
import { normalise } from '@/rules/normalise'
import { FORMATS } from '@/features/tournaments/formats'
import { groupSizes } from '@/features/tournaments/formats/format'
import { groupMatches, MOST_MATCHES } from '@/features/tournaments/formats/round-robin'
import { goingOn } from './simulate'
import { type Field, inOrder, type StageValues, type TournamentValues } from './values'

// The server's rules that are cheap to check, so that a field shows at once what a submission would say. The server decides.

/** Codes with a text under `form:codes`. */
export type Wrong =
  | 'tournament_name_short'
  | 'text_too_long'
  | 'capacity_invalid'
  | 'groups_too_many'
  | 'winners_too_many'
  | 'matches_too_many'
  | 'threshold_invalid'
  | 'registration_order'
  | 'draw_order'
  | 'start_order'
  | 'end_order'
  | 'hours_order'
  | 'confirm_minutes_invalid'
  | 'prize_invalid'

const length = (text: string) => [...normalise(text)].length

const named = (text: string): Wrong | undefined =>
  text === ''
    ? undefined
    : length(text) < 3
      ? 'tournament_name_short'
      : length(text) > tournamentFormLimits.nameTh
        ? 'text_too_long'
        : undefined
const within = (most: number) => (text: string) => ([...text].length > most ? ('text_too_long' as const) : undefined)

/** The order matters only if both are there. */
const isBefore = (one: string, other: string) => one !== '' && other !== '' && Date.parse(one) < Date.parse(other)

function stagesWrong(stages: readonly StageValues[], capacity: number): Wrong | undefined {
  let entrants = capacity
  for (const [index, stage] of inOrder(stages, capacity).entries()) {
    const { hasGroups, hasHeats } = FORMATS[stage.format]
    if (hasGroups && entrants > 0) {
      const sizes = groupSizes(entrants, stage.groups)
      const smallest = Math.min(...sizes)
      if (sizes.length < stage.groups || smallest < 2) return 'groups_too_many'
      if (index < stages.length - 1 && stage.winnersPerGroup >= smallest) return 'winners_too_many'
      if (!hasHeats && groupMatches(stage, entrants) > MOST_MATCHES) return 'matches_too_many'
    }
    if (hasHeats && stage.rush === 'champion_rush' && (stage.threshold < 1 || stage.threshold > 9999)) return 'threshold_invalid'
    entrants = goingOn(stage, entrants)
  }
  return undefined
}

const RULES: { [F in Field]?: (value: TournamentValues[F], all: TournamentValues) => Wrong | undefined } = {
  nameTh: named,
  nameEn: named,
  descriptionTh: within(tournamentFormLimits.descriptionTh),
  descriptionEn: within(tournamentFormLimits.descriptionEn),
  rulesTh: within(tournamentFormLimits.rulesTh),
  rulesEn: within(tournamentFormLimits.rulesEn),
  entryFee: within(tournamentFormLimits.entryFee),
  contact: within(tournamentFormLimits.contact),
  location: within(tournamentFormLimits.location),
  capacity: (value) => (value !== 0 && (value < 2 || value > 4096 || !Number.isInteger(value)) ? 'capacity_invalid' : undefined),
  stages: (value, { capacity }) => stagesWrong(value, capacity),
  registrationEndAt: (value, all) =>
    value !== '' && all.registrationStartAt !== '' && !isBefore(all.registrationStartAt, value) ? 'registration_order' : undefined,
  drawAt: (value, all) => (isBefore(value, all.registrationEndAt) ? 'draw_order' : undefined),
  startAt: (value, all) => (isBefore(value, all.drawAt) ? 'start_order' : undefined),
  endAt: (value, all) => (value !== '' && all.startAt !== '' && !isBefore(all.startAt, value) ? 'end_order' : undefined),
  hoursTo: (value, { hoursFrom }) => (value > hoursFrom ? undefined : 'hours_order'),
  confirmMinutes: (value) => (value >= 5 && value <= 1440 ? undefined : 'confirm_minutes_invalid'),
  prizes: (value) => (value.some(({ baht }) => baht !== '' && !/^\d{1,9}$/.test(baht)) ? 'prize_invalid' : undefined),
}

/** Returns the errors by field. A field that is merely missing is not an error. */
export function wrongFields(values: TournamentValues): Partial<Record<Field, Wrong>> {
  const judged = (Object.keys(RULES) as Field[]).map((field) => {
    const rule = RULES[field] as (value: unknown, all: TournamentValues) => Wrong | undefined
    return [field, rule(values[field], values)] as const
  })
  return Object.fromEntries(judged.filter(([, wrong]) => wrong !== undefined))
}
