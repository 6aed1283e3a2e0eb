import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ArrowDown } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { promoterAcceptTerms, promoterRegisterPromoter, type PromoterState } from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { useTexts } from '@/i18n'
import { showAlert } from '@/ui/alert'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Notice } from '@/ui/feedback'
import { promoterQuery } from './queries'

/** From so many pixels above the end on, the terms count as read (specification, "Promoter application"). */
const NEAR_END = 300

interface TermsDialogProps {
  state: PromoterState
  renewal: boolean
  onEnd: () => void
}

/** The terms of promoters and of personal data: read to the end, ticked, and applied. What came of it is said by an alert. */
export function TermsDialog({ state, renewal, onEnd }: TermsDialogProps) {
  const t = useTexts('promoters')
  const [read, setRead] = useState(false)
  const [ticked, setTicked] = useState(false)
  const { apply, busy } = useApply(onEnd)
  const hint = useId()
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
          <Text read={read} onRead={() => setRead(true)} />
          <label className="flex min-h-11 items-center gap-3 has-disabled:text-mute">
            <input
              type="checkbox"
              checked={ticked}
              disabled={!read}
              aria-describedby={read ? undefined : hint}
              onChange={(event) => setTicked(event.currentTarget.checked)}
              className="size-5 flex-none accent-lime"
            />
            {t('terms.accept')}
          </label>
          {!read && (
            <p id={hint} className="text-sm text-mute">
              {t('terms.readFirst')}
            </p>
          )}
        </div>
      )}
    </Dialog>
  )
}

function Text({ read, onRead }: { read: boolean; onRead: () => void }) {
  const t = useTexts('promoters')
  const box = useRef<HTMLElement>(null)
  const look = () => {
    const text = box.current
    if (text && text.scrollHeight - text.scrollTop - text.clientHeight <= NEAR_END) onRead()
  }
  useEffect(() => {
    // Short enough to be seen whole on a large screen: nobody can scroll then.
    const seen = new ResizeObserver(look)
    if (box.current) seen.observe(box.current)
    return () => seen.disconnect()
  })
  return (
    <>
      <section
        ref={box}
        aria-label={t('terms.title')}
        // It has to be scrolled, by keyboard too.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onScroll={look}
        className="flex max-h-[38dvh] flex-col gap-4 overflow-y-auto rounded-control bg-ink p-4 ring-1 ring-line ring-inset focus-visible:-outline-offset-2"
      >
        {[...t('terms.sections', { returnObjects: true }), ...t('terms.privacy', { returnObjects: true })].map((part) => (
          <div key={part.title} className="flex flex-col gap-1">
            <h3 className="text-base">{part.title}</h3>
            <p className="text-sm text-mute">{part.text}</p>
          </div>
        ))}
      </section>
      {!read && (
        <Button
          onClick={() => {
            const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
            box.current?.scrollTo({ top: box.current.scrollHeight, behavior: calm ? 'auto' : 'smooth' })
            onRead()
          }}
        >
          <ArrowDown className="size-5" aria-hidden="true" />
          {t('terms.toEnd')}
        </Button>
      )}
    </>
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
