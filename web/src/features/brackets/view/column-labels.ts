import type { Bracket } from '@/api/generated'
import { useTexts } from '@/i18n'
import { isLive } from './match-card'
import type { Round } from '../rounds'

/** The line below a round's title: its series, and its progress. */
export function useColumnLabels(bracket: Pick<Bracket, 'matches'>) {
  const t = useTexts('brackets')
  const byId = new Map(bracket.matches.map((match) => [match.id, match]))
  return (round: Round): { about: string; series: string; now: boolean } => {
    const matches = round.matches.map(({ id }) => byId.get(id)).filter((match) => match !== undefined)
    const decided = matches.filter(({ state }) => state === 'decided' || state === 'bye' || state === 'void').length
    const live = matches.filter(isLive).length
    const open = matches.some(({ state }) => state !== 'locked' && state !== 'waiting') && decided < matches.length
    const series = [...new Set(matches.map(({ bestOf }) => `Bo${bestOf}`))].join(' ')
    const how = live
      ? t('column.live', { count: live })
      : decided === matches.length
        ? t('column.over')
        : decided > 0 || open
          ? t('column.left', { count: matches.length - decided })
          : t('column.matches', { count: matches.length })
    return { about: `${series} · ${how}`, series, now: open }
  }
}
