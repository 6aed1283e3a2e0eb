import { useQuery } from '@tanstack/react-query'
import { entrantKind } from '@/features/tournaments/entrant-kind'
import { useContent, useLanguage } from '@/i18n'
import { useEntrantTexts } from '@/i18n/entrants'
import { ordinal } from '@/i18n/ordinal'
import { formatDateTime } from '@/i18n/format'
import { formatBaht } from '@/ui/baht'
import { categoriesQuery, documentsQuery } from './calls'
import { useCountingLabels } from '@/features/tournaments/counting-labels'
import { useWizard } from './context'
import { kindOf } from './formats'
import { FORMATS, hasSetting } from '@/features/tournaments/formats'
import type { Setting } from '@/features/tournaments/formats/format'
import { goingOn, seriesOf } from './simulate'
import { type Field, inOrder, nameOf, stageOf, type StageValues, type Step, type TournamentValues } from './values'

const DATES: readonly Field[] = ['registrationStartAt', 'registrationEndAt', 'drawAt', 'startAt', 'endAt']

/** Returns a field's value in words; empty if there is none. */
export function useFieldText(): (field: Field, values: TournamentValues) => string {
  const t = useEntrantTexts('tournamentForm')
  const content = useContent()
  const language = useLanguage()
  const { games } = useWizard()
  const stagesTold = useStagesTold()
  const categories = useQuery(categoriesQuery(language)).data
  const documents = useQuery(documentsQuery(language)).data?.items
  return (field, values) => {
    const value = values[field]
    if (DATES.includes(field)) return value === '' ? '' : formatDateTime(String(value), language)
    switch (field) {
      case 'gameId': {
        const game = games.find(({ id }) => id === values.gameId)
        return game ? content(game.name) : ''
      }
      case 'category':
        return categories?.find(({ code }) => code === values.category)?.name ?? values.category
      case 'organizationId': {
        const scopes = categories?.find(({ code }) => code === values.category)?.scopes
        const scope = scopes?.find(({ organizationId }) => (organizationId ?? 0) === values.organizationId)
        return scope?.label ?? (values.organizationId > 0 ? t('who.organizationNumber', { id: values.organizationId }) : '')
      }
      case 'contestantType':
        return values.contestantType === '' ? '' : t(`contestant.${values.contestantType}`)
      case 'joinMode':
        return t(`joinMode.${values.joinMode}`)
      case 'mode':
        return t(`mode.${values.mode}`)
      case 'reporter':
        return t(`reporter.${values.reporter}`)
      case 'inviteOnly':
      case 'showGameId':
        return t(value === true ? 'yes' : 'no')
      case 'hoursFrom':
      case 'hoursTo':
        return `${String(value).padStart(2, '0')}:00`
      case 'confirmMinutes':
        return t('schedule.minutesLong', { count: values.confirmMinutes })
      case 'stages':
        return stagesTold(values)
      case 'prizes':
        return values.prizes
          .map(({ place, baht, text }) => {
            const money = baht === '' ? '' : t('baht', { amount: formatBaht(Number(baht) * 100) })
            return `${t('rules.place', { place: ordinal(place, language) })}: ${[money, text.trim()].filter(Boolean).join(' + ')}`
          })
          .join('\n')
      case 'documents':
        return values.documents.map((kind) => documents?.find((known) => known.kind === kind)?.name ?? kind).join(', ')
      case 'coPromoters':
      case 'assistants':
        return values[field].map(({ displayName }) => displayName).join(', ')
      case 'capacity':
        return values.capacity === 0 ? '' : t('told.capacity', { context: entrantKind(values), count: values.capacity })
      case 'mainPlayers':
        return value === 0 ? '' : String(value)
      default:
        return String(value)
    }
  }
}

function useStagesTold(): (values: TournamentValues) => string {
  const t = useEntrantTexts('tournamentForm')
  const tournaments = useEntrantTexts('tournaments')
  const counting = useCountingLabels()
  const of = (stage: StageValues, entrants: number) => {
    const series = seriesOf(stage, entrants).map((bestOf) => `Bo${bestOf}`)
    const asks = (setting: Setting) => hasSetting(stage.format, setting)
    const { hasGroups } = FORMATS[stage.format]
    const more = [
      hasGroups && tournaments(`stageFormat.${stage.format}`),
      asks('elimination') && t(`kind.${stage.elimination}`),
      asks('thirdPlace') && stage.elimination === 'single' && stage.thirdPlace && t('format.thirdPlace'),
      asks('groups') && t('told.groups', { count: stage.groups }),
      asks('doubleRound') && stage.doubleRound && t('format.doubleRound'),
      asks('maps') && t('round.maps', { count: stage.maps }),
    ]
    const counted = counting.lines(stageOf(stage, entrants, false))
    return [...more, series.join(' '), ...counted].filter(Boolean).join(' · ')
  }
  return ({ stages, capacity }) => {
    let entrants = capacity
    const lines = inOrder(stages, capacity).map((stage, index) => {
      const line = of(stage, entrants)
      entrants = goingOn(stage, entrants)
      return stages.length > 1 ? `${stage.name || t('format.stage', { number: index + 1 })}: ${line}` : line
    })
    return lines.join('\n')
  }
}

/** Returns a step's summary beside its name, once something is filled in. */
export function useStepLine(): (step: Step, values: TournamentValues) => string {
  const t = useEntrantTexts('tournamentForm')
  const language = useLanguage()
  const told = useFieldText()
  return (step, values) => {
    const kind = kindOf(values.stages)
    const people = values.coPromoters.length + values.assistants.length
    const baht = values.prizes.reduce((sum, prize) => sum + (Number(prize.baht) || 0), 0)
    switch (step) {
      case 'basics':
        return nameOf(values, language)
      case 'who':
        return [told('category', values), told('capacity', values)].filter(Boolean).join(' · ')
      case 'format':
        return kind ? t(`kind.${kind}`) : values.stages.length > 0 ? t('sim.stages', { count: values.stages.length }) : ''
      case 'schedule':
        return told('startAt', values)
      case 'rules':
        return baht > 0 ? t('baht', { amount: formatBaht(baht * 100) }) : ''
      case 'people':
        return people > 0 ? t('people.line', { count: people }) : ''
      case 'documents':
        return values.documents.length > 0 ? t('documents.line', { count: values.documents.length }) : ''
      default:
        return ''
    }
  }
}
