import { useState } from 'react'
import { useSignOut } from '@/features/account/use-sign-out'
import { useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Notice } from '@/ui/feedback'
import { TermsToRead } from '@/ui/terms-to-read'

interface TermsDialogProps {
  /** A new registration, or a user of the former shop. */
  kind: 'new' | 'old'
  /** Reason why they are shown once more. */
  why: string | undefined
  busy: boolean
  problem: string | undefined
  onAccept: () => void
}

/** The terms: read to the end, ticked, accepted. Nothing else closes it; a user who declines can leave. */
export function TermsDialog({ kind, why, busy, problem, onAccept }: TermsDialogProps) {
  const t = useTexts('sync')
  const pages = useTexts('pages')
  const common = useTexts('common')
  const [ticked, setTicked] = useState(false)
  const { confirmSignOut, signingOut } = useSignOut()
  return (
    <Dialog
      open
      modalOnly
      width={600}
      onClose={() => undefined}
      title={t(`terms.${kind}.title`)}
      actions={
        <>
          <Button look="ghost" busy={signingOut} disabled={busy} onClick={confirmSignOut}>
            {common('session.logout')}
          </Button>
          <Button look="primary" busy={busy} disabled={!ticked} onClick={onAccept}>
            {t('terms.proceed')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {why && <Notice tone="warn">{why}</Notice>}
        <p className="text-mute">{t(`terms.${kind}.text`)}</p>
        <TermsToRead
          title={pages('terms.heading')}
          sections={[...pages('terms.sections', { returnObjects: true }), ...pages('terms.privacy', { returnObjects: true })]}
          words={{ toEnd: t('terms.toEnd'), readFirst: t('terms.readFirst'), accept: t('terms.accept') }}
          ticked={ticked}
          onTick={setTicked}
        />
        {problem && <Notice tone="error">{problem}</Notice>}
      </div>
    </Dialog>
  )
}
