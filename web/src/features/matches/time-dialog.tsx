import type { MatchRoom } from '@/api/generated'
import { timeRequestLimits } from '@/api/limits.gen'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTexts } from '@/i18n'
import { serverNow } from '@/live'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { ProblemNotice } from '@/ui/problem-notice'
import { proposeTime, replaceProposal } from './calls'
import { Deadline } from './deadline'
import { saveDraft, type TimeDraft, useSavedDraft } from './saved-drafts'
import { PickTime } from './pick-time'
import { calendarQuery } from './queries'
import { useRoomActs } from './room-context'
import { useMatchLabels } from './labels'

/** Proposes a time, replaces the side's own proposal, or counters the other side's. */
export function TimeDialog({ room, onEnd }: { room: MatchRoom; onEnd: () => void }) {
  const t = useTexts('matches')
  const common = useTexts('common')
  const labels = useMatchLabels()
  const { steps } = useRoomActs()
  const { proposal, version } = room.now
  const own = proposal?.side === room.me.side
  const { data } = useQuery(calendarQuery(room.id, version))
  const saved = useSavedDraft('time', room.id)
  const [first] = useState((): TimeDraft => (own && proposal ? { at: Date.parse(proposal.at), note: proposal.note ?? '' } : { note: '' }))
  const { at: kept, note } = saved ?? first
  // A saved time may have passed.
  const at = kept !== undefined && kept > serverNow() ? kept : undefined
  const change = (part: Partial<TimeDraft>) => saveDraft('time', room.id, { ...(at !== undefined && { at }), note, ...part })
  const [tried, setTried] = useState(false)
  const noteId = useId()
  const send = () => {
    setTried(true)
    if (at === undefined) return
    const time = new Date(at).toISOString()
    steps.run(
      'propose',
      () => (proposal ? replaceProposal(proposal.id, time, note.trim()) : proposeTime(room.id, time, note.trim())),
      () => {
        saveDraft('time', room.id, undefined)
        onEnd()
      },
    )
  }
  const problem = steps.problem
  return (
    <Dialog
      open
      onClose={onEnd}
      width={600}
      title={t(proposal ? (own ? 'time.titleOwn' : 'time.titleCounter') : room.now.scheduledAt ? 'time.titleMove' : 'time.title')}
      actions={
        <>
          <Button onClick={onEnd}>{common('action.cancel')}</Button>
          <Button look="primary" busy={steps.busy === 'propose'} onClick={send}>
            {at === undefined ? t('do.propose') : t('time.go', { at: labels.at(at) })}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {proposal && !own && <p className="text-mute">{t('time.theirs', { name: proposal.name, at: labels.at(proposal.at) })}</p>}
        <PickTime
          room={room}
          calendar={data}
          at={at}
          near={proposal ? Date.parse(proposal.at) : undefined}
          onPick={(chosen) => change({ at: chosen })}
        />
        {tried && at === undefined && (
          <p role="alert" className="text-sm text-red">
            {t('time.choose')}
          </p>
        )}
        <div>
          <label htmlFor={noteId} className="num mb-1.5 block">
            {t('time.note')}
          </label>
          <input
            id={noteId}
            value={note}
            maxLength={timeRequestLimits.note}
            onChange={({ target }) => change({ note: target.value })}
            placeholder={t('time.noteHint')}
            className="min-h-12 w-full rounded-control bg-ground px-4 ring-1 ring-control ring-inset placeholder:text-mute focus-visible:ring-2 focus-visible:ring-lime focus-visible:outline-none"
          />
        </div>
        <Deadline now={room.now} className="text-sm text-mute" />
        {problem && <ProblemNotice field error={problem} />}
      </div>
    </Dialog>
  )
}
