import type { MatchRoom } from '@/api/generated'
import { useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { ProblemNotice } from '@/ui/problem-notice'
import { reportNoShow } from './calls'
import { useRoomActs } from './room-context'
import { useMatchLabels } from './labels'

/** Reports that the other side did not come, and explains the consequences. */
export function NoShowDialog({ room, onEnd }: { room: MatchRoom; onEnd: () => void }) {
  const t = useTexts('matches')
  const common = useTexts('common')
  const labels = useMatchLabels()
  const { steps } = useRoomActs()
  const name = labels.opponent(room)
  return (
    <Dialog
      open
      onClose={onEnd}
      title={t('noShow.title', { name })}
      actions={
        <>
          <Button onClick={onEnd}>{common('action.cancel')}</Button>
          <Button
            look="danger"
            busy={steps.busy === 'no_show'}
            onClick={() => steps.run('no_show', () => reportNoShow(room.id, room.now.version), onEnd)}
          >
            {t('noShow.go')}
          </Button>
        </>
      }
    >
      <p className="text-mute">{t('noShow.text', { name })}</p>
      {steps.problem && (
        <div className="mt-4">
          <ProblemNotice error={steps.problem} />
        </div>
      )}
    </Dialog>
  )
}
