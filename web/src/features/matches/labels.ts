import { useMemo } from 'react'
import { useLanguage, useTexts } from '@/i18n'
import { useEntrantTexts } from '@/i18n/entrants'
import { formatDate, formatDay, formatShortDay, formatTime } from '@/i18n/format'
import { roundName } from '@/features/brackets/labels'
import { otherSide } from './room'
import type { ListedMatch, MatchRoom, MatchSide, MatchState, SideSource } from '@/api/generated'

type InRound = Pick<ListedMatch, 'part' | 'round' | 'rounds' | 'group' | 'drawn' | 'doubleElimination'>

const BANGKOK_MINUTES = 420

/** A longer name takes two lines beside other text. */
const LONG = 20

/** Times, rounds and names of match rooms, in words. */
export function useMatchLabels() {
  const t = useTexts('matches')
  const bracket = useEntrantTexts('brackets')
  const language = useLanguage()
  return useMemo(() => {
    const time = (at: string | number) => formatTime(at, false)
    // The name used in the bracket.
    const round = ({ part, round, rounds, group, drawn, doubleElimination }: InRound): string =>
      roundName(bracket, { part, round, ...(group && { group }), drawn, last: round === rounds }, doubleElimination)
    const short = (room: MatchRoom, side: MatchSide): string => {
      const { name, shortName } = room[side] ?? { name: t('unknownSide') }
      return name.length > LONG && shortName ? shortName : name
    }
    return {
      time,
      day: (at: string | number) => formatDay(at, language),
      year: (at: string | number) => formatDate(at, language).split(' ').at(-1),
      /** `ส. 28 พ.ย. 20:00` */
      at: (at: string | number) => `${formatDay(at, language)} ${time(at)}`,
      round,
      /** The name used in the bracket. */
      state: (state: MatchState) => bracket(`state.${state}`),
      shortDay: (at: string | number) => formatShortDay(at, language),
      /** The origin of a side that is not known yet: `ผู้ชนะคู่ 9` */
      source: (from: SideSource | null | undefined) =>
        from
          ? bracket(from.kind === 'winner' ? 'slot.winnerOf' : 'slot.loserOf', { match: bracket('match.label', { label: from.label }) })
          : t('unknownSide'),
      /** `คู่ 12` */
      match: (label: string | null | undefined) => (label ? t('match', { label }) : t('matchUnlabelled')),
      name: (room: MatchRoom, side: MatchSide) => room[side]?.name ?? t('unknownSide'),
      /** A name that leaves room for other words: for a long name, the team's tag. */
      short,
      versus: (room: MatchRoom) => t('versus', { home: short(room, 'home'), away: short(room, 'away') }),
      opponent: (room: MatchRoom) => (room.me.side ? short(room, otherSide(room.me.side)) : ''),
      /** The same moment in the viewer's time zone, if that is not Bangkok's. */
      own: (at: string | number): string | undefined => ownTime(at, language),
    }
  }, [t, bracket, language])
}

export type MatchLabels = ReturnType<typeof useMatchLabels>

/** In the browser's time zone: `ศ. 27 พ.ย. 22:00 GMT+9`. Undefined if its clocks match Bangkok's at that time. */
function ownTime(at: string | number, language: string): string | undefined {
  const date = new Date(at)
  if (-date.getTimezoneOffset() === BANGKOK_MINUTES) return undefined
  return new Intl.DateTimeFormat(language === 'th' ? 'th-TH' : 'en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(date)
}
