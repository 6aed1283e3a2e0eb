import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { accountMeEsport, type Me, tournamentListRun } from '@/api/generated'
import { answerOf } from '@/api/problem'

/** The user's roles in esports. */
export const esportQuery = queryOptions({ queryKey: ['EsportMe'], queryFn: () => answerOf(accountMeEsport()), staleTime: 60_000 })

/**
 * Reads again what the page shows of a person's team, offers and rights: each of these answers stands under a key that begins with `esports`,
 * beside what they are and the team that anybody sees.
 */
export function readEsportsAgain(client: QueryClient): Promise<unknown> {
  return Promise.all(['EsportMe', 'esports', 'team'].map((key) => client.invalidateQueries({ queryKey: [key] })))
}

/** Returns the key of the menu's label: `team` for members of one. */
export function useTeamLabel(): 'team' | 'tournament' {
  return useQuery(esportQuery).data?.hasTeam ? 'team' : 'tournament'
}

/** Returns the key of the menu's label: `apply` for users who are no promoters. */
export function usePromoterLabel(): 'apply' | 'promoter' {
  return useQuery(esportQuery).data?.isPromoter ? 'promoter' : 'apply'
}

/** Whether there is a tournament that the person runs: a draft of theirs, or one where somebody named them. */
const runsAnyQuery = queryOptions({
  queryKey: ['tournamentsRun', 'any'],
  queryFn: async () => (await answerOf(tournamentListRun({ path: { page: 1, perPage: 1 } }))).total > 0,
  staleTime: 300_000,
})

/** Whether the user has the right to run tournaments, or runs one for somebody else. */
export function useRunsTournaments({ synced, verified, suspended }: Me): boolean {
  const { data: esport } = useQuery(esportQuery)
  const promoter = esport?.isPromoter ?? false
  const { data: runsAny } = useQuery({ ...runsAnyQuery, enabled: esport !== undefined && !promoter && synced && verified && !suspended })
  return promoter || (runsAny ?? false)
}
