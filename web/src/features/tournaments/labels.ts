import type { TournamentCard, TournamentStageSettings } from '@/api/generated'
import { useTexts } from '@/i18n'
import { formatBaht } from '@/ui/baht'
import { useCountingLabels } from './counting-labels'
import { entrantKind } from './entrant-kind'
import { FORMATS } from './formats'

type Played = Pick<TournamentCard, 'format' | 'elimination'>

/** Labels of a tournament: its audience, its entrants, its format. */
export function useTournamentLabels() {
  const t = useTexts('tournaments')
  return {
    category: (code: TournamentCard['category']) => t(`category.${code}`),
    /** `ทีม 5 คน` */
    side: ({ contestantType, mainPlayers }: Pick<TournamentCard, 'contestantType' | 'mainPlayers'>) =>
      contestantType === 'single' ? t('type.single') : t('teamOf', { count: mainPlayers }),
    format: (played: Played) => t(`format.${FORMATS[played.format].kind(played)}`),
    /** The word for that number: `ทีม`. */
    entrants: (tournament: Pick<TournamentCard, 'contestantType'>, count: number) => t('unit', { context: entrantKind(tournament), count }),
    baht: (amount: number) => t('baht', { amount: formatBaht(amount * 100) }),
  }
}

/** Describes the format of a stage, one line for each rule. */
export function useStageLabels(): (stage: TournamentStageSettings) => string[] {
  const t = useTexts('tournaments')
  const counting = useCountingLabels()
  return (stage) => {
    const { groups, winnersPerGroup: winners, series, maps, qualifiers } = stage
    const several = groups !== undefined && groups !== null && groups > 1
    const { hasHeats, kind, kindOfGroups = kind(stage) } = FORMATS[stage.format]
    const lines = [
      t(`stage.${several ? kindOfGroups : kind(stage)}`, { count: groups }),
      hasHeats && several && winners && t('stage.lobbies', { count: groups }),
      several && winners && t('stage.winners', { count: winners }),
      stage.doubleRound && t('stage.doubleRound'),
      stage.thirdPlace && t('stage.thirdPlace'),
      maps && t('stage.maps', { count: maps }),
      series.length > 0 && t('stage.series', { list: series.map((most) => `Bo${most}`).join(' → ') }),
      qualifiers && t('stage.qualifiers', { count: qualifiers }),
      ...counting.lines(stage),
    ]
    return lines.filter((line) => typeof line === 'string')
  }
}
