import { isListedMatch, isRunningMatch } from '@/api/state-sets.gen'
import type { Bracket, BracketMatch, BracketSlot, MatchSide } from '@/api/generated'
import { useMemo } from 'react'
import { useLanguage, useTexts } from '@/i18n'
import { useEntrantTexts } from '@/i18n/entrants'
import { formatDay, formatShortDay, formatTime } from '@/i18n/format'
import { formatBaht } from '@/ui/baht'
import { type BracketLookup, lookupOf as knownOf, type Round, sides } from './rounds'

/** Placeholder for a side in a sentence; no text contains it. */
const SIDE = '\u0000'

type Titled = Pick<Round, 'part' | 'round' | 'group' | 'drawn' | 'last'>

/** Returns the name of a round; `double`: of a double elimination. */
export function roundName(
  t: ReturnType<typeof useTexts<'brackets'>>,
  { part, round, group, drawn, last }: Titled,
  double: boolean,
): string {
  if (part === 'group') return t('round.group', { group: group ? groupName(group) : '', round })
  if (part === 'third') return t('round.third')
  if (part === 'final') return round === 1 ? t('round.grandFinal') : t('round.reset')
  if (part === 'losers') return last && drawn === 1 ? t('round.losersFinal') : t('round.losers', { round })
  if (double) return last && drawn === 1 ? t('round.winnersFinal') : t('round.winners', { round })
  if (drawn === 1) return t('round.final')
  if (drawn === 2) return t('round.semi')
  return drawn === 4 ? t('round.quarter') : t('round.of', { count: drawn * 2 })
}

/** Labels of a bracket. They stay the same while the bracket does. */
export function useBracketLabels(known: BracketLookup) {
  const t = useEntrantTexts('brackets')
  const language = useLanguage()
  return useMemo(() => {
    const match = (label: string | null | undefined) => (label ? t('match.label', { label }) : t('match.unlabelled'))
    const labelled = (id: number) => match(known.match.get(id)?.label)
    const round = (of: Titled): string => roundName(t, of, known.double)
    /** An entrant's name, or the match they will come from. */
    const slot = ({ contestantId, winnerOf, loserOf, bye }: BracketSlot): string => {
      const entrant = contestantId ? known.entrant.get(contestantId) : undefined
      if (entrant) return entrant.name
      if (winnerOf) return t('slot.winnerOf', { match: labelled(winnerOf) })
      if (loserOf) return t('slot.loserOf', { match: labelled(loserOf) })
      return bye ? t('slot.bye') : t('slot.open')
    }
    /** The label at the end of a side's line. */
    const score = (of: BracketMatch, side: MatchSide): string => {
      if (of.outcome === 'double_forfeit') return t('score.lost')
      if (of.outcome === 'walkover') return of.winner === side ? t('score.walkover') : t('score.absent')
      const points = side === 'home' ? of.homeScore : of.awayScore
      return points === null || points === undefined ? '' : String(points)
    }
    const state = (of: BracketMatch): string => (of.state === 'decided' ? t(`outcome.${of.outcome ?? 'played'}`) : t(`state.${of.state}`))
    return {
      language,
      print: t('view.label'),
      match,
      name: (contestantId: number) => known.entrant.get(contestantId)?.name ?? '',
      round,
      slot,
      score,
      state,
      /** The prize of a place: `แชมป์ 50,000 บาท` */
      prize: (place: 1 | 2 | 3): string => {
        const baht = known.prizes.find((prize) => prize.place === place)?.baht
        if (!baht) return ''
        const amount = t('prize.baht', { amount: formatBaht(baht * 100) })
        return place === 3 ? amount : t(place === 1 ? 'prize.first' : 'prize.second', { amount })
      },
      series: ({ bestOf }: Pick<BracketMatch, 'bestOf'>) => `Bo${bestOf}`,
      at: (time: string) => `${formatDay(time, language)} ${formatTime(time, false)}`,
      /** The line below a match: its time or number; once it is over, only how it was decided without play. */
      caption: (of: BracketMatch): string => {
        if (of.state === 'decided') return of.outcome === 'played' || !of.outcome ? '' : state(of)
        const about = [of.label ? match(of.label) : '']
        if (of.scheduledAt) about.unshift(`${formatShortDay(of.scheduledAt, language)} ${formatTime(of.scheduledAt, false)}`)
        const falls = known.falls.get(of.id)
        if (falls && of.part === 'main' && known.double) about.push(t('match.falls', { match: labelled(falls) }))
        if (isRunningMatch(of.state) || !isListedMatch(of.state)) about.unshift(state(of))
        return about.filter(Boolean).join(' · ')
      },
      /** The result, as short as possible. */
      result: (of: BracketMatch): string => {
        if (of.outcome === 'double_forfeit') return `${match(of.label)}: ${state(of)}`
        const who = { match: match(of.label), home: slot(of.home), away: slot(of.away) }
        if (of.outcome === 'walkover') return t('result.walkover', { ...who, name: slot(of.winner === 'away' ? of.away : of.home) })
        return t('result.played', { ...who, score: `${score(of, 'home')}–${score(of, 'away')}` })
      },
      /** The whole match in one sentence. */
      said: (of: BracketMatch, title: Titled): string => {
        const [home, away] = sides(of).map((each, index) => `${slot(each)} ${score(of, index === 0 ? 'home' : 'away')}`.trim())
        return t('match.said', { match: match(of.label), round: round(title), home, away, state: state(of) })
      },
      /** The same sentence around two visible sides: the text before, between and after them. */
      around: (of: BracketMatch, title: Titled): [before: string, between: string, after: string] => {
        const values = { match: match(of.label), round: round(title), home: SIDE, away: SIDE, state: state(of) }
        const [before = '', between = '', after = ''] = t('match.said', values).split(SIDE)
        return [before, between, after]
      },
    }
  }, [t, language, known])
}

/** Returns the lookup of a bracket, and its labels. */
export function useLabelsFor(bracket: Bracket): { known: BracketLookup; labels: BracketLabels } {
  const all = useMemo(() => knownOf(bracket), [bracket])
  return { known: all, labels: useBracketLabels(all) }
}

export type BracketLabels = ReturnType<typeof useBracketLabels>

/** `A` for 1, `AA` for 27. @public */
export function groupName(group: number): string {
  const letter = String.fromCodePoint(65 + ((group - 1) % 26))
  return group > 26 ? groupName(Math.floor((group - 1) / 26)) + letter : letter
}
