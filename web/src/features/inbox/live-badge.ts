import { useQueryClient } from '@tanstack/react-query'
import type { BadgeLive } from '@/api/generated'
import { useSession } from '@/api/session'
import { newer, useTopic } from '@/live'
import { badgeKey } from './badge'

/** Shows a badge from an answer or an event, unless it is older than the one shown. */
export function useShowBadge(): (badge: BadgeLive) => void {
  const client = useQueryClient()
  const id = useSession(({ me }) => me?.id)
  return (badge) => client.setQueryData<BadgeLive>(badgeKey(id), (shown) => newer(shown, badge))
}

/** Keeps the badge up to date with messages written or read anywhere. Used once a page. */
export function useLiveBadge(): void {
  const me = useSession((session) => session.me)
  const client = useQueryClient()
  const show = useShowBadge()
  useTopic(
    me?.badgeLive,
    { 'badge.changed': show },
    {
      onReload: () => void client.invalidateQueries({ queryKey: badgeKey(me?.id) }),
    },
  )
}
