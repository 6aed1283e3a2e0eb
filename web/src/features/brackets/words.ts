import { useTexts } from '@/i18n'
import type { BracketMatch, MatchSlot, Side } from './contract'
import type { Known, Round } from './rounds'

/** What stands in a bracket, in words. */
export function useBracketWords(known: Known) {
  const t = useTexts('brackets')
  const match = (label: string | null | undefined) => (label ? t('match.label', { label }) : t('match.unlabelled'))
  const round = ({ part, round: number, group, drawn, last }: Pick<Round, 'part' | 'round' | 'group' | 'drawn' | 'last'>): string => {
    if (part === 'group') return t('round.group', { group: group ? groupName(group) : '', round: number })
    if (part === 'third') return t('round.third')
    if (part === 'final') return number === 1 ? t('round.grandFinal') : t('round.reset')
    if (part === 'losers') return last ? t('round.losersFinal') : t('round.losers', { round: number })
    if (known.double) return last ? t('round.winnersFinal') : t('round.winners', { round: number })
    if (drawn === 1) return t('round.final')
    if (drawn === 2) return t('round.semi')
    return drawn === 4 ? t('round.quarter') : t('round.of', { count: drawn * 2 })
  }
  /** An entrant's name, or where they will come from. */
  const slot = ({ contestantId, winnerOf, loserOf, bye }: MatchSlot): string => {
    const entrant = contestantId ? known.entrant.get(contestantId) : undefined
    if (entrant) return entrant.name
    if (winnerOf) return t('slot.winnerOf', { match: match(known.match.get(winnerOf)?.label) })
    if (loserOf) return t('slot.loserOf', { match: match(known.match.get(loserOf)?.label) })
    return bye ? t('slot.bye') : t('slot.open')
  }
  return {
    match,
    round,
    slot,
    name: (contestantId: number) => known.entrant.get(contestantId)?.name ?? '',
    /** What stands at the end of a side's line. */
    score: (of: BracketMatch, side: Side): string => {
      if (of.outcome === 'double_forfeit') return t('score.lost')
      if (of.outcome === 'walkover') return of.winner === side ? t('score.walkover') : t('score.absent')
      const score = side === 'home' ? of.homeScore : of.awayScore
      return score === null || score === undefined ? '' : String(score)
    },
    state: (of: BracketMatch): string => {
      if (of.state === 'decided') return t(`outcome.${of.outcome ?? 'played'}`)
      return t(`state.${of.state}`)
    },
  }
}

export type BracketWords = ReturnType<typeof useBracketWords>

/** `A` for 1, `AA` for 27. @public */
export function groupName(group: number): string {
  const letter = String.fromCodePoint(65 + ((group - 1) % 26))
  return group > 26 ? groupName(Math.floor((group - 1) / 26)) + letter : letter
}
