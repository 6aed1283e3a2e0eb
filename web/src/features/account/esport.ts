import { queryOptions, useQuery } from '@tanstack/react-query'
import { accountMeEsport } from '@/api/generated'
import { answerOf } from '@/api/problem'

/** What the person is in esports. */
export const esportQuery = queryOptions({ queryKey: ['EsportMe'], queryFn: () => answerOf(accountMeEsport()), staleTime: 60_000 })

/** What the menu calls it: "My team" to who has one. */
export function useTeamLabel(): 'team' | 'tournament' {
  return useQuery(esportQuery).data?.hasTeam ? 'team' : 'tournament'
}
