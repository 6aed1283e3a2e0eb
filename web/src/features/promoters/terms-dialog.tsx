import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { promoterAcceptTerms, promoterRegisterPromoter, type PromoterState } from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { useTexts } from '@/i18n'
import { showAlert } from '@/ui/alert'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Notice } from '@/ui/feedback'
import { TermsToRead } from '@/ui/terms-to-read'
import { promoterQuery } from './queries'

interface TermsDialogProps {
  state: PromoterState
  renewal: boolean
  onEnd: () => void
}

/** The terms of promoters and of personal data: read to the end, ticked, and applied. What came of it is said by an alert. */
export function TermsDialog({ state, renewal, onEnd }: TermsDialogProps) {
  const t = useTexts('promoters')
  const [ticked, setTicked] = useState(false)
  const { apply, busy } = useApply(onEnd)
  // A page that was loaded before the terms of now has nothing to accept.
  const old = state.termsVersion !== t('terms.version')
  return (
    <Dialog
      open
      width={700}
      onClose={onEnd}
      title={t('terms.title')}
      actions={
        <>
          <Button onClick={onEnd}>{t('terms.cancel')}</Button>
          {old ? (
            <Button look="primary" onClick={() => location.reload()}>
              {t('terms.reload')}
            </Button>
          ) : (
            <Button look="primary" busy={busy} disabled={!ticked} onClick={apply}>
              {t(renewal ? 'terms.goRenew' : 'terms.go')}
            </Button>
          )}
        </>
      }
    >
      {old ? (
        <Notice tone="warn">{t('terms.oldPage')}</Notice>
      ) : (
        <div className="flex flex-col gap-4">
          <TermsToRead
            title={t('terms.title')}
            sections={[...t('terms.sections', { returnObjects: true }), ...t('terms.privacy', { returnObjects: true })]}
            words={{ toEnd: t('terms.toEnd'), readFirst: t('terms.readFirst'), accept: t('terms.accept') }}
            ticked={ticked}
            onTick={setTicked}
          />
        </div>
      )}
    </Dialog>
  )
}

/** Accepts the terms and sends the application. The alert of success takes the dialog with it; that of failure leaves it to try again. */
function useApply(onEnd: () => void) {
  const t = useTexts('promoters')
  const client = useQueryClient()
  const again = () => client.invalidateQueries({ queryKey: promoterQuery.queryKey })
  const sending = useMutation({
    mutationFn: async () => {
      await answerOf(promoterAcceptTerms({ body: { version: t('terms.version') } }))
      return answerOf(promoterRegisterPromoter())
    },
    onSuccess: ({ data }) => {
      void again()
      showAlert({ title: `${t('sent.request')} ${t('sent.success')}`, message: data.message, onClose: onEnd })
    },
    onError: (refused) => {
      void again()
      const title = t('sent.failed')
      showAlert({ title, message: problemOf(refused).message || title })
    },
  })
  return { apply: () => sending.mutate(), busy: sending.isPending }
}
