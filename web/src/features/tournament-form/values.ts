import { tournamentFormDefaults } from '@/api/limits.gen'
import type { Language } from '@/i18n/language'
import type {
  DocumentKind,
  GrandFinal,
  GroupDraw,
  HeatKind,
  PointRule,
  RushKind,
  SurvivorTieBreak,
  TieBreak,
  TournamentForm,
  TournamentFormat,
  TournamentFormState as FormState,
  TournamentStage as Stage,
} from '@/api/generated'
import { hasSetting } from '@/features/tournaments/formats'
import { bracketRounds } from '@/features/tournaments/formats/elimination'
import type { Setting } from '@/features/tournaments/formats/format'
import { goingOn, seriesOf } from './simulate'

/** A stage in the form: it has the fields of all formats, so that changing the format and back loses nothing. */
export interface StageValues {
  name: string
  format: TournamentFormat
  elimination: 'single' | 'double'
  thirdPlace: boolean
  groups: number
  winnersPerGroup: number
  doubleRound: boolean
  pointTable: string
  maps: number
  /** Number of qualifiers of a bracket that another stage follows; 0 at the end */
  qualifiers: number
  series: number[]
  grandFinal: GrandFinal
  pointRule: PointRule
  /** In order of priority */
  tieBreaks: TieBreak[]
  groupDraw: GroupDraw
  tieOrder: SurvivorTieBreak[]
  heats: HeatKind
  /** Empty: all maps are played */
  rush: '' | RushKind
  threshold: number
  after: number
  /** Maps that count; 0: all */
  bestMaps: number
}

export interface PrizeValues {
  place: number
  baht: string
  text: string
}

export interface StaffValues {
  userId: number
  displayName: string
  picture?: string | null | undefined
}

/** The form's values; a field that is not chosen yet is empty, a number 0. */
export interface TournamentValues {
  nameTh: string
  nameEn: string
  descriptionTh: string
  descriptionEn: string
  gameId: number
  banner: string
  logo: string
  category: '' | NonNullable<TournamentForm['category']>
  /** 0: everyone of the category */
  organizationId: number
  contestantType: '' | 'single' | 'team'
  mode: 'online' | 'offline'
  location: string
  mainPlayers: number
  maxSubstitutes: number
  capacity: number
  showGameId: boolean
  joinMode: 'auto' | 'review'
  inviteOnly: boolean
  stages: StageValues[]
  registrationStartAt: string
  registrationEndAt: string
  drawAt: string
  startAt: string
  endAt: string
  confirmMinutes: number
  reporter: 'captain' | 'roster'
  hoursFrom: number
  hoursTo: number
  rulesTh: string
  rulesEn: string
  entryFee: string
  prizes: PrizeValues[]
  contact: string
  documents: DocumentKind[]
  coPromoters: StaffValues[]
  assistants: StaffValues[]
}
export type Field = keyof TournamentValues

export const STEPS = ['basics', 'who', 'format', 'schedule', 'rules', 'people', 'documents', 'check'] as const
export type Step = (typeof STEPS)[number]

/** The step of each field. */
export const FIELDS: Readonly<Record<Exclude<Step, 'check'>, readonly Field[]>> = {
  basics: ['nameTh', 'nameEn', 'gameId', 'descriptionTh', 'descriptionEn', 'banner', 'logo'],
  who: [
    'category',
    'organizationId',
    'contestantType',
    'mainPlayers',
    'maxSubstitutes',
    'capacity',
    'joinMode',
    'inviteOnly',
    'mode',
    'location',
    'showGameId',
  ],
  format: ['stages'],
  schedule: [
    'registrationStartAt',
    'registrationEndAt',
    'drawAt',
    'startAt',
    'endAt',
    'hoursFrom',
    'hoursTo',
    'confirmMinutes',
    'reporter',
  ],
  rules: ['rulesTh', 'rulesEn', 'prizes', 'entryFee', 'contact'],
  people: ['coPromoters', 'assistants'],
  documents: ['documents'],
}

/** Returns the field that a part of it belongs to. */
export const fieldOf = (name: string) => name.replace(/[.[].*$/, '') as Field

/** Returns the step of a field, or of a part of it as the server names it (`stages.0.groups`). */
export function stepOf(name: string): Exclude<Step, 'check'> | undefined {
  const steps = Object.keys(FIELDS) as Array<keyof typeof FIELDS>
  return steps.find((step) => FIELDS[step].includes(fieldOf(name)))
}

/** Returns its name in the page's language, or the only one. */
export function nameOf({ nameTh, nameEn }: Pick<TournamentValues, 'nameTh' | 'nameEn'>, language: Language): string {
  const names = language === 'th' ? [nameTh, nameEn] : [nameEn, nameTh]
  return names.find((name) => name.trim() !== '') ?? ''
}

export const NEW_STAGE: StageValues = {
  name: '',
  format: 'bracket',
  elimination: 'single',
  thirdPlace: false,
  groups: 1,
  winnersPerGroup: 2,
  doubleRound: false,
  pointTable: '',
  maps: 6,
  qualifiers: 0,
  series: [],
  grandFinal: 'reset',
  pointRule: 'win_draw',
  tieBreaks: ['head_to_head', 'head_to_head_difference', 'difference', 'games_won', 'fewer_forfeits'],
  groupDraw: 'snake',
  tieOrder: ['wins', 'kills', 'last_map'],
  heats: 'split',
  rush: '',
  threshold: 80,
  after: 3,
  bestMaps: 0,
}

const EMPTY: TournamentValues = {
  nameTh: '',
  nameEn: '',
  descriptionTh: '',
  descriptionEn: '',
  gameId: 0,
  banner: '',
  logo: '',
  category: '',
  organizationId: 0,
  contestantType: '',
  mode: 'online',
  location: '',
  mainPlayers: 5,
  maxSubstitutes: 2,
  capacity: 0,
  showGameId: true,
  joinMode: 'review',
  inviteOnly: false,
  stages: [],
  registrationStartAt: '',
  registrationEndAt: '',
  drawAt: '',
  startAt: '',
  endAt: '',
  confirmMinutes: tournamentFormDefaults.confirmMinutes,
  reporter: 'captain',
  hoursFrom: 13,
  hoursTo: 21,
  rulesTh: '',
  rulesEn: '',
  entryFee: '',
  prizes: [],
  contact: '',
  documents: [],
  coPromoters: [],
  assistants: [],
}

const given = <T extends object>(from: T) =>
  Object.fromEntries(Object.entries(from).filter(([, value]) => value !== null && value !== undefined))

/** Converts a saved form to values. */
export function valuesOf({ form, staff }: Pick<FormState, 'form' | 'staff'>): TournamentValues {
  const { stages, prizes, coPromoters: _, assistants: __, ...plain } = form
  const of = (role: string) =>
    staff.filter((person) => person.role === role).map(({ userId, displayName, picture }) => ({ userId, displayName, picture }))
  return {
    ...EMPTY,
    ...given(plain),
    stages: (stages ?? []).map(stageValuesOf),
    prizes: (prizes ?? []).map(({ place, baht, text }, index) => ({
      place: place ?? index + 1,
      baht: baht ? String(baht) : '',
      text: text ?? '',
    })),
    coPromoters: of('co_promoter'),
    assistants: of('assistant'),
  }
}

/** Converts a saved stage; absent fields get their defaults. */
function stageValuesOf({ rush, tieBreaks, tieOrder, ...stage }: Stage): StageValues {
  return {
    ...NEW_STAGE,
    ...given(stage),
    ...(tieBreaks?.length ? { tieBreaks } : {}),
    ...(tieOrder?.length ? { tieOrder } : {}),
    ...(rush?.kind ? { rush: rush.kind } : {}),
    ...(rush?.threshold ? { threshold: rush.threshold } : {}),
    ...(rush?.after ? { after: rush.after } : {}),
  }
}

/** The scoring of a survivor stage. */
const survivorOf = ({ maps, tieOrder, heats, rush, threshold, after, bestMaps, pointTable }: StageValues): Partial<Stage> => ({
  maps,
  tieOrder,
  heats,
  ...(pointTable !== '' && { pointTable }),
  ...(rush === 'champion_rush' && { rush: { kind: rush, threshold } }),
  ...(rush === 'smash' && { rush: { kind: rush, after } }),
  ...(bestMaps > 0 && { bestMaps }),
})

/** Returns the settings of a stage that its format has; the rest belongs to other formats. */
export function stageOf(stage: StageValues, entrants: number, last: boolean): Stage {
  const { format, elimination, thirdPlace, grandFinal, groups, winnersPerGroup, doubleRound, pointRule, tieBreaks, groupDraw } = stage
  const name = stage.name.trim()
  const series = seriesOf(stage, entrants)
  const goesOn = !last && entrants > 0
  const asks = (setting: Setting) => hasSetting(format, setting)
  return {
    format,
    ...(name !== '' && { name }),
    ...(asks('elimination') && { elimination }),
    ...(asks('thirdPlace') && { thirdPlace: elimination === 'single' && thirdPlace }),
    ...(asks('grandFinal') && elimination === 'double' && { grandFinal }),
    ...(asks('groups') && { groups, groupDraw, ...(goesOn && { winnersPerGroup }) }),
    ...(asks('doubleRound') && { doubleRound }),
    ...(asks('groupCounting') && { pointRule, tieBreaks }),
    ...(asks('survivorCounting') && survivorOf(stage)),
    ...(series.length > 0 && { series }),
    ...(goesOn && { qualifiers: goingOn(stage, entrants) }),
  }
}

/**
 * Fills in the qualifiers of each stage. A bracket that another stage follows sends on its qualifiers, by default half its field; the last one
 * is played to its end.
 */
export function inOrder(stages: readonly StageValues[], capacity: number): StageValues[] {
  let entrants = capacity
  return stages.map((stage, index) => {
    const follows = index < stages.length - 1
    const half = 2 ** Math.max(1, bracketRounds(entrants) - 1)
    const qualifiers =
      follows && hasSetting(stage.format, 'qualifiers')
        ? stage.qualifiers > 1 && stage.qualifiers < entrants
          ? stage.qualifiers
          : half
        : 0
    const placed = qualifiers === stage.qualifiers ? stage : { ...stage, qualifiers }
    entrants = goingOn(placed, entrants)
    return placed
  })
}

function stagesOf({ stages, capacity }: TournamentValues): Stage[] {
  let entrants = capacity
  return inOrder(stages, capacity).map((stage, index) => {
    const sent = stageOf(stage, entrants, index === stages.length - 1)
    entrants = goingOn(stage, entrants)
    return sent
  })
}

/** Converts the values into the request: empty fields and those that another choice rules out are absent. */
export function formOf(values: TournamentValues): TournamentForm {
  const { stages: _, prizes, coPromoters, assistants, organizationId, location, mainPlayers, maxSubstitutes, documents, ...plain } = values
  const texts = Object.entries(plain).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value])
  const filled = Object.fromEntries(texts.filter(([, value]) => value !== '' && value !== 0))
  const single = values.contestantType === 'single'
  return {
    ...filled,
    hoursFrom: values.hoursFrom,
    organizationId: organizationId || null,
    ...(values.mode === 'offline' && location.trim() !== '' && { location: location.trim() }),
    mainPlayers: single ? 1 : mainPlayers,
    maxSubstitutes: single ? 0 : maxSubstitutes,
    stages: stagesOf(values),
    prizes: prizes
      .filter(({ baht, text }) => baht !== '' || text.trim() !== '')
      .map(({ place, baht, text }) => ({
        place,
        ...(baht !== '' && { baht: Number(baht) }),
        ...(text.trim() !== '' && { text: text.trim() }),
      })),
    documents,
    coPromoters: coPromoters.map(({ userId }) => userId),
    assistants: assistants.map(({ userId }) => userId),
  }
}
