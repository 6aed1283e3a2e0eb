import { useSignOut } from '@/features/account/use-sign-out'
import { useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'

/** Replaces the terms if this page was loaded before the current ones and could not reload itself: it must not accept them. */
export function OldPage() {
  const t = useTexts('sync')
  const common = useTexts('common')
  const { confirmSignOut, signingOut } = useSignOut()
  return (
    <Dialog
      open
      modalOnly
      onClose={() => undefined}
      title={t('terms.new.title')}
      actions={
        <>
          <Button look="ghost" busy={signingOut} onClick={confirmSignOut}>
            {common('session.logout')}
          </Button>
          <Button look="primary" onClick={() => location.reload()}>
            {t('terms.reload')}
          </Button>
        </>
      }
    >
      <p>{t('terms.oldPage')}</p>
    </Dialog>
  )
}
