import { useEntrantTexts } from '@/i18n/entrants'
import { FORMATS } from '@/features/tournaments/formats'
import { bracketRounds } from '@/features/tournaments/formats/elimination'
import type { SimulatedStage } from '@/features/tournaments/formats/format'
import type { Round } from './simulate'

/** Names a round of a stage's series: by the entrants left, and the last ones by name. */
export function useRoundName(): (stage: SimulatedStage, entrants: number, index: number) => string {
  const t = useEntrantTexts('tournamentForm')
  return (stage, entrants, index) => {
    if (FORMATS[stage.format].hasGroups) return t('round.every')
    const rounds = bracketRounds(entrants)
    const double = stage.elimination === 'double'
    if (double && index === rounds) return t('round.grandFinal')
    if (index === rounds - 1) return t(double ? 'round.upperFinal' : 'round.final')
    if (index === rounds - 2) return t('round.semi')
    return t('round.of', { count: index === 0 ? entrants : 2 ** (rounds - index) })
  }
}

/** The same for a bar of the simulator, as short as possible. */
export function useBarName(): (round: Round) => string {
  const t = useEntrantTexts('tournamentForm')
  return ({ part, left, matches, bestOf }) => {
    if (part === 'maps') return t('round.maps', { count: bestOf })
    const series = `Bo${bestOf}`
    if (part === 'final') return `${t('round.finalShort')} · ${series}`
    if (part === 'third') return `${t('round.third')} · ${series}`
    if (part === 'upper' && left === 4) return `${t('round.semiShort')} ${matches} · ${series}`
    return `${part === 'lower' ? `${t('round.lowerShort')} ` : ''}${matches} · ${series}`
  }
}
