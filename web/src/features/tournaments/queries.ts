import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answerOf } from '@/api/problem'
import { dayAfter, startOfDay } from '@/i18n/format'
import { texts } from '@/i18n'
import type { Language } from '@/i18n/language'
import type { TournamentSearch } from './kinds'
import { calls } from './loaded'

/** The promoter's description and rules. */
export function informationQuery(id: number, lang: Language) {
  return queryOptions({
    queryKey: ['tournamentInformation', id, lang],
    meta: { public: true },
    queryFn: async () => answerOf((await calls()).tournamentGetInformation({ path: { tournament_id: id, lang } })),
    staleTime: 30_000,
  })
}

export const ENTRANTS_PER_PAGE = 48

export function entrantsQuery(id: number, status: 'join' | 'waitlist', query = '', page = 1) {
  return queryOptions({
    queryKey: ['tournamentEntrants', id, status, query, page],
    meta: { public: true },
    queryFn: async () =>
      answerOf(
        (await calls()).registrationListTeams({
          body: { tournamentId: id, status, page, perPage: ENTRANTS_PER_PAGE, ...(query && { query }) },
        }),
      ),
    staleTime: 15_000,
  })
}

export const PER_PAGE = 24
/** Tournaments of a week; the page says if there are more. */
const WEEK_PER_PAGE = 100

/** The list for an address: a page of results, or a week of the calendar. */
export function listQuery(search: TournamentSearch) {
  const { q, game, type, week, page = 1, ...same } = search
  const from = week === undefined ? undefined : startOfDay(week)
  return queryOptions({
    queryKey: ['tournaments', search],
    meta: { public: search.mine === undefined },
    queryFn: async () =>
      answerOf(
        (await calls()).tournamentList({
          body: {
            ...same,
            ...(q && { query: q }),
            ...(game && { gameId: game }),
            ...(type && { contestantType: type }),
            ...(week && from !== undefined && { from: new Date(from).toISOString(), to: new Date(dayAfter(from, 7)).toISOString() }),
            page,
            perPage: week ? WEEK_PER_PAGE : PER_PAGE,
          },
        }),
      ),
    placeholderData: keepPreviousData,
    staleTime: 15_000,
  })
}

/** Games that tournaments are held in. */
export const gamesQuery = queryOptions({
  queryKey: ['esportGames'],
  meta: { public: true },
  queryFn: async () => answerOf((await calls()).esportsListGames()),
  staleTime: 600_000,
})

/** More matches than one entrant plays. */
const MOST_MINE = 100

// Answers for the signed-in user only.

export const mineKey = (id: number) => ['tournamentMe', id]

export const joinedQuery = queryOptions({
  queryKey: ['tournamentsJoined'],
  queryFn: async () => answerOf((await calls()).registrationListJoined({ path: { page: 1, perPage: 20 } })),
  staleTime: 15_000,
})

export const runQuery = queryOptions({
  queryKey: ['tournamentsRun'],
  queryFn: async () => answerOf((await calls()).tournamentListRun({ path: { page: 1, perPage: 20 } })),
  staleTime: 15_000,
})

/** The user's matches in a tournament, and those that wait for them. Refetching matches refetches these too. */
export function myMatchesQuery(id: number) {
  return queryOptions({
    queryKey: ['matches', id, 'mine'],
    queryFn: async () => {
      const { matchList } = await calls()
      const [mine, asking] = await Promise.all([
        answerOf(matchList({ body: { id, mine: true, perPage: MOST_MINE } })),
        answerOf(matchList({ body: { id, needsMe: true, perPage: MOST_MINE } })),
        // They use the texts of their rooms, which no page of a tournament loads.
        texts('matches', 'brackets')(),
      ])
      return { items: mine.items, asking: asking.items.map((match) => match.id) }
    },
    staleTime: 10_000,
  })
}

/** The user's role in a tournament and their rights there, with reasons in their language. */
export function mineQuery(id: number, language: Language) {
  return queryOptions({
    queryKey: [...mineKey(id), language],
    queryFn: async () => answerOf((await calls()).registrationGetMine({ body: { tournamentId: id } })),
    staleTime: 15_000,
  })
}
