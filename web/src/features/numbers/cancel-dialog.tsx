import { useMutation } from '@tanstack/react-query'
import { type Subscription, subscriptionsCancelSubscription } from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { useContent, useLanguage, useTexts } from '@/i18n'
import { formatDate } from '@/i18n/format'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Notice } from '@/ui/feedback'
import { useProblemText } from '@/ui/query-error'
import { toast } from '@/ui/toast'
import { worksUntil } from './activation'

interface CancelDialogProps {
  /** As it is shown now: a newer state replaces it while the dialog is open. */
  subscription: Subscription
  onClose: () => void
  onCancelled: (subscription: Subscription) => void
  /** Called when it has changed since it was shown. */
  onStale: () => void
}

/** Says what cancelling does and until when the package still works, then cancels it. */
export function CancelDialog({ subscription, onClose, onCancelled, onStale }: CancelDialogProps) {
  const t = useTexts('numbers')
  const content = useContent()
  const language = useLanguage()
  const problemText = useProblemText()
  const { lineId, version, productName, numberMasked, renews, cancellable } = subscription
  const name = content(productName)
  const until = worksUntil(subscription)
  const cancelling = useMutation({
    mutationFn: () => answerOf(subscriptionsCancelSubscription({ body: { lineId, version } })),
    onSuccess: (cancelled) => {
      onCancelled(cancelled)
      onClose()
      void toast(t('cancel.done', { name }), { tone: 'success' })
    },
    onError: (cause) => {
      const { status } = problemOf(cause)
      if (status === 404 || status === 409) onStale()
    },
  })
  const problem = cancelling.error ? problemOf(cancelling.error) : undefined
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('cancel.title', { name })}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel.no')}</Button>
          <Button look="danger" disabled={!cancellable} busy={cancelling.isPending} onClick={() => cancelling.mutate()}>
            {t('cancel.yes')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <p>{t(renews ? 'cancel.renewing' : 'cancel.once', { number: numberMasked })}</p>
        <p>{until === undefined ? t('cancel.endsSoon') : t('cancel.stillWorks', { date: formatDate(until, language) })}</p>
        <p className="text-sm text-mute">{t('cancel.final')}</p>
        {problem && <Notice tone="error">{problem.code === 'subscription_changed' ? t('cancel.changed') : problemText(problem)}</Notice>}
      </div>
    </Dialog>
  )
}
