import { queryOptions, useQuery } from '@tanstack/react-query'
import type { BadgeLive } from '@/api/generated'
import { answerOf } from '@/api/problem'
import { useSession } from '@/api/session'

/** The header shows the badge on every page; the API client is loaded only for members. */
const calls = () => import('@/api/generated/sdk.gen')

export const badgeKey = (userId: number | undefined) => ['badge', userId] as const

export const badgeQuery = (userId: number | undefined) =>
  queryOptions<BadgeLive>({
    queryKey: badgeKey(userId),
    queryFn: async () => answerOf((await calls()).inboxCheckUnread()),
    enabled: userId !== undefined,
    staleTime: 60_000,
  })

function useBadge(): BadgeLive | undefined {
  const id = useSession(({ me }) => me?.id)
  const { data } = useQuery(badgeQuery(id))
  return id === undefined ? undefined : data
}

/** Returns the unread count of both streams, for the profile picture. */
export function useUnread(): number {
  const badge = useBadge()
  return badge ? badge.unread + badge.unreadEsport : 0
}
