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

/** The terms for promoters and for personal data: read to the end, ticked, and submitted. An alert shows the outcome. */
export function TermsDialog({ state, renewal, onEnd }: TermsDialogProps) {
  const t = useTexts('promoters')
  const [ticked, setTicked] = useState(false)
  const { apply, busy } = useApply(onEnd)
  // A page loaded before the current terms must not accept them.
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

/** Accepts the terms and sends the application. An alert of success closes the dialog; after a failure it stays for another try. */
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
      showAlert({ title: `${t('sent.request')} ${t('sent.success')}`, titleColor: 'lime', message: data.message, onClose: onEnd })
    },
    onError: (refused) => {
      void again()
      const title = t('sent.failed')
      showAlert({ title, titleColor: 'red', message: problemOf(refused).message || title })
    },
  })
  return { apply: () => sending.mutate(), busy: sending.isPending }
}
