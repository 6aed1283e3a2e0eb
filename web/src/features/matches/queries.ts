import { matchGet, matchGetCalendar, matchList, type MatchQuery, type MatchRoom } from '@/api/generated'
import { keepPreviousData, queryOptions, replaceEqualDeep } from '@tanstack/react-query'
import type { Language } from '@/i18n/language'
import { answerOf } from '@/api/problem'
import { laterOf } from './room'

/** The newest announced version of each room: an answer requested for it is not older. */
const told = new Map<number, number>()

export function heardRoom(id: number, version: number): void {
  told.set(id, Math.max(version, told.get(id) ?? 0))
}

export const roomKey = (id: number) => ['match', id]

/** A match room, with names in the page's language. */
export function roomQuery(id: number, language: Language) {
  return queryOptions({
    queryKey: [...roomKey(id), language],
    queryFn: () => {
      const version = told.get(id)
      return answerOf(matchGet({ path: { matchId: id }, ...(version !== undefined && { query: { version } }) }))
    },
    structuralSharing: (shown, answer) => replaceEqualDeep(shown, laterOf(shown as MatchRoom | undefined, answer as MatchRoom)),
    staleTime: 5_000,
  })
}

/** Times at which both sides are busy or free. It depends on the room's version: a step may have taken a time. */
export function calendarQuery(id: number, version: number) {
  return queryOptions({
    queryKey: ['matchCalendar', id, version],
    queryFn: () => answerOf(matchGetCalendar({ path: { matchId: id } })),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
}

export const MATCHES_PER_PAGE = 40

/** Filter of a tournament's matches. */
export type MatchFilter = Omit<MatchQuery, 'id' | 'page' | 'perPage'>

export const scheduleKey = (id: number) => ['matches', id]

export function scheduleQuery(id: number, filter: MatchFilter, page: number, language: Language) {
  return queryOptions({
    queryKey: [...scheduleKey(id), language, filter, page],
    queryFn: () => answerOf(matchList({ body: { id, ...filter, page, perPage: MATCHES_PER_PAGE } })),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
}
