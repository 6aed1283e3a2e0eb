import { queryOptions } from '@tanstack/react-query'

/** A page comes with its answers: the code to query for more may load after it. */
const asking = () => import('./ask')

export const PER_PAGE = 24

// The server puts these answers into the page under the same keys.

/** The public view of a team. */
export const teamQuery = (id: number) =>
  queryOptions({
    queryKey: ['team', id],
    meta: { public: true },
    queryFn: async () => (await asking()).askTeam(id),
    staleTime: 15_000,
  })

export const teamListQuery = (query: string, page: number) =>
  queryOptions({
    queryKey: ['teamList', query, page],
    meta: { public: true },
    queryFn: async () => (await asking()).askTeams(query, page, PER_PAGE),
    staleTime: 15_000,
  })

export const playerQuery = (id: number) =>
  queryOptions({
    queryKey: ['player', id],
    meta: { public: true },
    queryFn: async () => (await asking()).askPlayer(id),
    staleTime: 15_000,
  })
