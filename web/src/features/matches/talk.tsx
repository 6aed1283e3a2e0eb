import { useMemo } from 'react'
import type { MatchRoom } from '@/api/generated'
import { MatchThread } from '@/features/messages/thread'
import { useWide } from '@/ui/use-wide'
import { isStaff } from './room'
import { StepCard } from './step-card'

/** The room's conversation, with the steps of the match in between. */
export function Talk({ room, onNewer }: { room: MatchRoom; onNewer: (count: number) => void }) {
  const { home, away } = room
  const wide = useWide()
  const names = useMemo(
    () => new Map([home, away].flatMap((side) => (side?.players ?? []).map(({ userId, displayName }) => [userId, displayName] as const))),
    [home, away],
  )
  return (
    <MatchThread
      matchId={room.id}
      live={room.live}
      side={room.me.side}
      staff={isStaff(room)}
      closed={room.now.state === 'cancelled' ? 'cancelled' : undefined}
      names={names}
      renderStep={(step) => <StepCard message={step} room={room} />}
      page={!wide}
      onNewer={onNewer}
      className={wide ? 'h-full' : ''}
    />
  )
}
