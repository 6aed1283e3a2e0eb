import type { MatchRoom } from '@/api/generated'
import { CalendarClock, CalendarRange, Eraser, Pencil, UserX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSession } from '@/api/session'
import { useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { mayMove } from './next'
import { decides, isStaff } from './room'
import { useRoomActs } from './room-context'
import { useNowEvery } from './use-now'

/** The tools of staff, beside their next action. An assistant moves times but decides nothing. */
export function StaffTools({ room }: { room: MatchRoom }) {
  const t = useTexts('matches')
  const { open } = useRoomActs()
  const suspended = useSession(({ me }) => me?.suspended)
  const now = useNowEvery(60_000)
  const { decidableUntil } = room.tournament
  const isClosed = decidableUntil && Date.parse(decidableUntil) < now
  if (!isStaff(room) || suspended || isClosed) return null
  const { state } = room.now
  const isOver = state === 'decided'
  const ready = room.home && room.away
  return (
    <section aria-label={t('staff.label')} className="flex flex-wrap gap-2">
      {mayMove(room.now) && (
        <Tool icon={<CalendarClock />} onPress={() => open('edit_time')}>
          {t('staff.editTime')}
        </Tool>
      )}
      {!isOver && (
        <Tool icon={<CalendarRange />} onPress={() => open('edit_round')}>
          {t('staff.editRound')}
        </Tool>
      )}
      {decides(room) && ready && (
        <>
          <Tool icon={<Pencil />} onPress={() => open('enter')}>
            {t(isOver ? 'staff.correct' : 'staff.enter')}
          </Tool>
          {isOver && (
            <Tool icon={<Eraser />} onPress={() => open('undo')}>
              {t('staff.reset')}
            </Tool>
          )}
          <Tool icon={<UserX />} onPress={() => open('out')}>
            {t('staff.out')}
          </Tool>
        </>
      )}
    </section>
  )
}

function Tool({ icon, onPress, children }: { icon: ReactNode; onPress: () => void; children: ReactNode }) {
  return (
    <Button size="sm" className="rounded-control [&_svg]:size-4" onClick={onPress}>
      {icon}
      {children}
    </Button>
  )
}
