import type { PointRule, SurvivorTieBreak, TieBreak, TournamentStage, TournamentStageSettings } from '@/api/generated'
import { useEntrantTexts } from '@/i18n/entrants'

type Counted = 'groups' | 'grandFinal' | 'pointRule' | 'tieBreaks' | 'groupDraw' | 'tieOrder' | 'heats' | 'rush' | 'bestMaps' | 'maps'
/** A published stage, or one in the form. */
type Counting = Pick<TournamentStageSettings, Exclude<Counted, 'rush'>> & Pick<TournamentStage, 'rush'>

/** Describes the scoring of a stage. */
export function useCountingLabels() {
  const t = useEntrantTexts('tournaments')
  const tieBreak = (code: TieBreak) => t(`counting.tieBreak.${code}`)
  const survivorTieBreak = (code: SurvivorTieBreak) => t(`counting.tieOrder.${code}`)
  const pointRule = (code: PointRule) => t(`counting.pointRule.${code}`)
  const order = (names: string[]) => (names.length > 0 ? [t('counting.order', { list: names.join(' → ') })] : [])
  const rushLine = ({ rush }: Counting) => {
    if (!rush?.kind) return []
    return [rush.kind === 'smash' ? t('counting.smash', { count: rush.after ?? 0 }) : t('counting.rush', { threshold: rush.threshold })]
  }
  /** One line for each rule. */
  const lines = (stage: Counting): string[] => {
    const { groups, grandFinal, tieBreaks = [], groupDraw, tieOrder = [], heats, bestMaps, maps } = stage
    return [
      ...(grandFinal ? [t(`counting.grandFinal.${grandFinal}`)] : []),
      ...(groupDraw && (groups ?? 1) > 1 ? [t(`counting.groupDraw.${groupDraw}`)] : []),
      ...(heats === 'pairs' ? [t('counting.pairs')] : []),
      ...(stage.pointRule ? [t('counting.points', { rule: pointRule(stage.pointRule) })] : []),
      ...(bestMaps ? [t('counting.bestMaps', { count: bestMaps, maps })] : []),
      ...rushLine(stage),
      ...order(tieBreaks.map(tieBreak)),
      ...order(tieOrder.map(survivorTieBreak)),
    ]
  }
  return { tieBreak, survivorTieBreak, pointRule, lines }
}
