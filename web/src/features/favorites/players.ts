import { useQuery } from '@tanstack/react-query'
import { answerOf } from '@/api/problem'
import { useSession } from '@/api/session'

const calls = () => import('@/api/generated/sdk.gen')

/** Player IDs that this person topped up before, the latest first. */
export function useEarlierPlayers(gameId: number) {
  const userId = useSession(({ me }) => me?.id)
  return useQuery({
    queryKey: ['earlier-players', userId, gameId],
    queryFn: async () => answerOf((await calls()).favoritesGetGameId({ query: { perPage: 5 }, body: { gameId } })),
    enabled: userId !== undefined,
    staleTime: 60_000,
  })
}
