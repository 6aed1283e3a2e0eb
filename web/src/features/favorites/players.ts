import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { SavedPlayer, SavedPlayers } from '@/api/generated'
import { answerOf } from '@/api/problem'
import { useSession } from '@/api/session'

const calls = () => import('@/api/generated/sdk.gen')

/** Player IDs that this user topped up before, latest first. */
export function useEarlierPlayers(gameId: number) {
  const userId = useSession(({ me }) => me?.id)
  return useQuery({
    queryKey: ['earlier-players', userId, gameId],
    queryFn: async () => answerOf((await calls()).favoritesGetGameId({ query: { perPage: 5 }, body: { gameId } })),
    enabled: userId !== undefined,
    staleTime: 60_000,
  })
}

/** The user's saved players of all games, and the calls that change them. */
export function useSavedPlayers() {
  const userId = useSession(({ me }) => me?.id)
  const client = useQueryClient()
  const queryKey = ['saved-players', userId]
  const { data } = useQuery({
    queryKey,
    queryFn: async () => answerOf((await calls()).favoritesListPlayers()),
    enabled: userId !== undefined,
    staleTime: 60_000,
  })
  const shown = (all: SavedPlayers) => {
    client.setQueryData<SavedPlayers>(queryKey, all)
  }
  return {
    players: data?.items ?? [],
    save: async (player: { id?: number; gameId: number; playerId: string; server?: string; nickname: string }) =>
      shown(await answerOf((await calls()).favoritesSavePlayer({ body: player }))),
    remove: async ({ id }: SavedPlayer) => shown(await answerOf((await calls()).favoritesDeletePlayer({ body: { id } }))),
  }
}
