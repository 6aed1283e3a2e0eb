import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { FavoriteList } from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { useSession } from '@/api/session'
import { useProblemText } from '@/ui/query-error'
import { toast } from '@/ui/toast'

/** Hearts appear on cards all over the shop; the API client is loaded only for members. */
const calls = () => import('@/api/generated/sdk.gen')

/** More than the shop's lists show at once. */
const MOST = 50

export function favoritesQuery(userId: number | undefined) {
  return queryOptions({
    queryKey: ['favorites', userId],
    queryFn: async () => answerOf((await calls()).favoritesList({ query: { page: 1, perPage: MOST } })),
    staleTime: 60_000,
    enabled: userId !== undefined,
  })
}

/** Whether a member likes a game, and a toggle: shown at once, and undone if the server refuses. */
export function useFavorite(gameId: number): { liked: boolean; toggle: () => Promise<void> } {
  const userId = useSession(({ me }) => me?.id)
  const { data } = useQuery(favoritesQuery(userId))
  const client = useQueryClient()
  const problemText = useProblemText()
  const likes = (page: FavoriteList | undefined) => page?.gameIds.includes(gameId) ?? false
  // Without the library's mutations: hearts are on the first page, which must stay small.
  const toggle = async () => {
    // The session may have been restored since this was rendered.
    const { queryKey } = favoritesQuery(useSession.getState().me?.id)
    const show = (gameIds: number[]) => client.setQueryData<FavoriteList>(queryKey, (page) => page && { ...page, gameIds })
    const shown = client.getQueryData<FavoriteList>(queryKey)
    const others = (shown?.gameIds ?? []).filter((id) => id !== gameId)
    const liked = likes(shown)
    show(liked ? others : [...others, gameId])
    try {
      const { favoritesAdd, favoritesDelete } = await calls()
      show((await answerOf(liked ? favoritesDelete({ body: { gameId } }) : favoritesAdd({ body: { gameId } }))).gameIds)
    } catch (cause) {
      void toast(problemText(problemOf(cause)), { tone: 'error' })
    }
    // The list of cards is fetched again, too.
    void client.invalidateQueries({ queryKey })
  }
  return { liked: likes(data), toggle }
}
