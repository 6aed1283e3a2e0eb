import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { BadgeLive } from '@/api/generated'
import { answerOf } from '@/api/problem'
import { useSession } from '@/api/session'
import { useTopic } from '@/live'

/** The header shows the badge on every page; the client of the API comes only for members. */
const calls = () => import('@/api/generated/sdk.gen')

const keyOf = (userId: number | undefined) => ['badge', userId] as const

function useBadge(): BadgeLive | undefined {
  const id = useSession(({ me }) => me?.id)
  const { data } = useQuery({
    queryKey: keyOf(id),
    queryFn: async () => answerOf((await calls()).checkUnreadInbox()),
    enabled: id !== undefined,
    staleTime: 60_000,
  })
  return id === undefined ? undefined : data
}

/** Everything unread, both streams: what stands on the profile picture. */
export function useUnread(): number {
  const badge = useBadge()
  return badge ? badge.unread + badge.unreadEsport : 0
}

/** What is unread in each stream. */
export function useUnreadByStream(): { shop: number; esports: number } {
  const badge = useBadge()
  return { shop: badge?.unread ?? 0, esports: badge?.unreadEsport ?? 0 }
}

/** A badge that an answer or an event told of; an older one than is shown changes nothing. */
export function useShowBadge(): (badge: BadgeLive) => void {
  const client = useQueryClient()
  const id = useSession(({ me }) => me?.id)
  return (badge) => client.setQueryData<BadgeLive>(keyOf(id), (shown) => (shown && shown.version > badge.version ? shown : badge))
}

/** Keeps the badge as new as the newest message written or read anywhere. Once a page, in the header. */
export function useLiveBadge(): void {
  const me = useSession((session) => session.me)
  const client = useQueryClient()
  const show = useShowBadge()
  useTopic<BadgeLive>(me?.badgeLive, ({ event, data }) => event === 'badge.changed' && show(data), {
    onReload: () => void client.invalidateQueries({ queryKey: keyOf(me?.id) }),
  })
}
