import type { MatchRoom } from '@/api/generated'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Reason } from '@/features/brackets/run/reason-field'
import { useTexts } from '@/i18n'
import { serverNow } from '@/live'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Notice } from '@/ui/feedback'
import { useRefusalText } from '@/ui/query-error'
import { editMatchTime } from './calls'
import { PickAnyTime } from './pick-time'
import { isReachable } from './picker'
import { calendarQuery } from './queries'
import { useRoomActs } from './room-context'
import { useMatchLabels } from './labels'

/** Lets staff set the time of one match; both sides are notified of the reason. */
export function EditTimeDialog({ room, onEnd }: { room: MatchRoom; onEnd: () => void }) {
  const t = useTexts('matches')
  const common = useTexts('common')
  const labels = useMatchLabels()
  const refusalText = useRefusalText()
  const { steps } = useRoomActs()
  const { scheduledAt, version, matchVersion } = room.now
  const { data } = useQuery(calendarQuery(room.id, version))
  const stands = scheduledAt ? Date.parse(scheduledAt) : undefined
  // A match that has begun can only get a new time.
  const [at, setAt] = useState(() => (stands !== undefined && isReachable(stands, serverNow()) ? stands : undefined))
  // Version when the dialog was opened, so that later changes are not overwritten unseen.
  const [seen, setSeen] = useState(matchVersion)
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const id = useId()
  const save = () => {
    setTried(true)
    if (at === undefined || !isReachable(at, serverNow())) return
    if (!reason.trim()) return document.getElementById(id)?.focus()
    const change = { at: new Date(at).toISOString(), reason: reason.trim(), version: seen }
    steps.run('edit_time', () => editMatchTime(room.id, change), onEnd)
  }
  const { problem } = steps
  const changed = problem?.code === 'match_changed'
  // After the notice that someone else was faster, the next click refers to their time.
  if (changed && seen !== matchVersion) setSeen(matchVersion)
  return (
    <Dialog
      open
      onClose={onEnd}
      width={600}
      title={t('editTime.title', { match: labels.match(room.label) })}
      actions={
        <>
          <Button onClick={onEnd}>{common('action.cancel')}</Button>
          <Button look="primary" busy={steps.busy === 'edit_time'} onClick={save}>
            {at === undefined ? t('staff.setTime') : t('editTime.go', { at: labels.at(at) })}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <PickAnyTime room={room} calendar={data} at={at} near={stands} onPick={setAt} lacks={tried} />
        <Reason id={id} value={reason} onChange={setReason} lacks={tried && !reason.trim()} />
        {problem && (
          <Notice tone={changed ? 'warn' : 'error'}>
            {refusalText(problem)}
            {changed && stands !== undefined && <span className="block">{t('editTime.now', { at: labels.at(stands) })}</span>}
          </Notice>
        )}
      </div>
    </Dialog>
  )
}
