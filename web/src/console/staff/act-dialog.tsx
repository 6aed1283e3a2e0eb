import { useState } from 'react'
import { consoleAskReset, consoleDecideReset, consoleEndConsoleSessions, type StaffPerson } from '@/api/generated'
import { askResetLimits } from '@/api/limits.gen'
import { answerOf } from '@/api/problem'
import { useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { TextField } from '@/ui/field'
import { ProblemNotice } from '@/ui/problem-notice'
import { useStaffAct } from './use-staff'

export type Act = 'end' | 'reset' | 'approve' | 'refuse'

interface ActDialogProps {
  person: StaffPerson
  act: Act
  onEnd: () => void
}

/** States the consequence of an act, and asks for the reason where one is required. */
export function ActDialog({ person, act, onEnd }: ActDialogProps) {
  const t = useTexts('console')
  const common = useTexts('common')
  const [reason, setReason] = useState('')
  const { identifier, userId, reset } = person
  const name = person.name ?? identifier
  const acting = useStaffAct(() => {
    if (act === 'end') return answerOf(consoleEndConsoleSessions({ body: { userId: userId ?? 0 } }))
    if (act === 'reset') return answerOf(consoleAskReset({ body: { userId: userId ?? 0, reason: reason.trim() } }))
    return answerOf(consoleDecideReset({ body: { id: reset?.id ?? 0, approve: act === 'approve' } }))
  }, onEnd)
  const words = {
    end: [t('staff.endTitle', { name }), t('staff.endText'), t('staff.endSessions')],
    reset: [t('staff.resetTitle', { name }), t('staff.resetText'), t('staff.reset')],
    approve: [t('staff.approveTitle', { name }), t('staff.approveText', { name }), t('staff.approve')],
    refuse: [t('staff.refuseTitle'), t('staff.refuseText', { name }), t('staff.refuse')],
  } as const
  const [title, text, action] = words[act]
  return (
    <Dialog
      open
      onClose={onEnd}
      title={title}
      actions={
        <>
          <Button onClick={onEnd}>{common('action.cancel')}</Button>
          <Button
            look={act === 'approve' || act === 'end' ? 'danger' : 'primary'}
            busy={acting.isPending}
            disabled={act === 'reset' && !reason.trim()}
            onClick={() => acting.mutate()}
          >
            {action}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-mute">{text}</p>
        {act === 'reset' && (
          <TextField
            label={t('staff.reason')}
            value={reason}
            maxLength={askResetLimits.reason}
            required
            onChange={(event) => setReason(event.target.value)}
          />
        )}
        {acting.error && <ProblemNotice error={acting.error} field />}
      </div>
    </Dialog>
  )
}
