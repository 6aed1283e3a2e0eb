import type { MatchRoom } from '@/api/generated'
import { useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { ProblemNotice } from '@/ui/problem-notice'
import { contestReport } from './calls'
import { useRoomActs } from './room-context'
import { useMatchLabels } from './labels'

/** Disputes the score that the other side reported, and explains the consequences. */
export function DisputeDialog({ room, onEnd }: { room: MatchRoom; onEnd: () => void }) {
  const t = useTexts('matches')
  const common = useTexts('common')
  const labels = useMatchLabels()
  const { open, steps } = useRoomActs()
  const name = labels.opponent(room)
  return (
    <Dialog
      open
      onClose={onEnd}
      title={t('dispute.title', { name })}
      actions={
        <>
          <Button look="ghost" onClick={() => open('score')}>
            {t('do.sendOwn')}
          </Button>
          <Button onClick={onEnd}>{common('action.cancel')}</Button>
          <Button look="danger" busy={steps.busy === 'dispute'} onClick={() => steps.run('dispute', () => contestReport(room.id), onEnd)}>
            {t('dispute.go')}
          </Button>
        </>
      }
    >
      <p className="text-mute">{t('dispute.text', { name })}</p>
      {steps.problem && (
        <div className="mt-4">
          <ProblemNotice error={steps.problem} />
        </div>
      )}
    </Dialog>
  )
}
