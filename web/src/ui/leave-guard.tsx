import { useBlocker } from '@tanstack/react-router'
import { useSession } from '@/api/session'
import { useTexts } from '@/i18n'
import { Button } from './button'
import { Dialog } from './dialog'

/** Asks before a page with unsaved changes is left. When the session is over it does not ask: the draft is kept. */
export function LeaveGuard({ unsaved, onLeave }: { unsaved: boolean; onLeave: () => void }) {
  const t = useTexts('form')
  // Read at the moment of the question: a user who leaves is gone before the next render.
  const mayLose = () => unsaved && useSession.getState().status === 'member'
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => mayLose() && current.pathname !== next.pathname,
    enableBeforeUnload: mayLose,
    withResolver: true,
  })
  return (
    <Dialog
      open={status === 'blocked'}
      onClose={() => reset?.()}
      title={t('leave.title')}
      actions={
        <>
          <Button
            look="ghost"
            onClick={() => {
              onLeave()
              proceed?.()
            }}
          >
            {t('leave.go')}
          </Button>
          <Button look="primary" onClick={() => reset?.()}>
            {t('leave.stay')}
          </Button>
        </>
      }
    >
      <p>{t('leave.text')}</p>
    </Dialog>
  )
}
