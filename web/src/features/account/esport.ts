import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { accountMeEsport, type Me, tournamentListRun } from '@/api/generated'
import { answerOf } from '@/api/problem'

/** The user's roles in esports. */
export const esportQuery = queryOptions({ queryKey: ['EsportMe'], queryFn: () => answerOf(accountMeEsport()), staleTime: 60_000 })

/**
 * Fetches the shown data of a user's team, offers and rights again. The keys of these answers begin with `esports`, except for the user's roles
 * and the public page of the team.
 */
export function readEsportsAgain(client: QueryClient): Promise<unknown> {
  return Promise.all(['EsportMe', 'esports', 'team'].map((key) => client.invalidateQueries({ queryKey: [key] })))
}

/** Returns the key of the menu's label: `team` for members of one. */
export function useTeamLabel(): 'team' | 'tournament' {
  return useQuery(esportQuery).data?.hasTeam ? 'team' : 'tournament'
}

/** Returns the key of the menu's label: `apply` for users who are not promoters. */
export function usePromoterLabel(): 'apply' | 'promoter' {
  return useQuery(esportQuery).data?.isPromoter ? 'promoter' : 'apply'
}

/** Whether the user runs a tournament: a draft of their own, or one where they are named as staff. */
const runsAnyQuery = queryOptions({
  queryKey: ['tournamentsRun', 'any'],
  queryFn: async () => (await answerOf(tournamentListRun({ path: { page: 1, perPage: 1 } }))).total > 0,
  staleTime: 300_000,
})

/** Whether the user has the right to run tournaments, or is staff of someone else's. */
export function useRunsTournaments({ synced, verified, suspended }: Me): boolean {
  const { data: esport } = useQuery(esportQuery)
  const promoter = esport?.isPromoter ?? false
  const { data: runsAny } = useQuery({ ...runsAnyQuery, enabled: esport !== undefined && !promoter && synced && verified && !suspended })
  return promoter || (runsAny ?? false)
}
