import { ArrowDown } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useSignOut } from '@/features/account/use-sign-out'
import { useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Notice } from '@/ui/feedback'

/** From so many pixels above the end on, the terms count as read (specification, "Business constants and limits"). */
const NEAR_END = 300

interface TermsDialogProps {
  /** A new registration, or somebody who has taken part before. */
  kind: 'new' | 'old'
  /** Why they are shown once more. */
  why: string | undefined
  busy: boolean
  problem: string | undefined
  onAccept: () => void
}

/** The terms: read to the end, ticked, accepted. Nothing else closes it; who does not want them can leave. */
export function TermsDialog({ kind, why, busy, problem, onAccept }: TermsDialogProps) {
  const t = useTexts('sync')
  const pages = useTexts('pages')
  const common = useTexts('common')
  const text = useRef<HTMLElement | null>(null)
  const [read, setRead] = useState(false)
  const [ticked, setTicked] = useState(false)
  const { confirmSignOut, signingOut } = useSignOut()
  const hint = useId()
  const look = () => {
    const box = text.current
    if (box && box.scrollHeight - box.scrollTop - box.clientHeight <= NEAR_END) setRead(true)
  }
  useEffect(() => {
    // Short enough to be seen whole: nobody can scroll then. A phone that is turned changes that.
    const seen = new ResizeObserver(look)
    if (text.current) seen.observe(text.current)
    return () => seen.disconnect()
  })
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
        <section
          ref={(box) => {
            text.current = box
            // Where the dialog begins: the arrow keys scroll it.
            box?.setAttribute('autofocus', '')
          }}
          aria-label={pages('terms.heading')}
          // It has to be scrolled, by keyboard too.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          onScroll={look}
          className="flex max-h-[34dvh] flex-col focus-visible:-outline-offset-2 gap-4 overflow-y-auto rounded-control bg-ink p-4 ring-1 ring-line ring-inset"
        >
          {[...pages('terms.sections', { returnObjects: true }), ...pages('terms.privacy', { returnObjects: true })].map((part) => (
            <div key={part.title} className="flex flex-col gap-1">
              <h3 className="text-base">{part.title}</h3>
              <p className="text-sm text-mute">{part.text}</p>
            </div>
          ))}
        </section>
        {!read && (
          <Button
            look="plain"
            onClick={() => {
              const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
              text.current?.scrollTo({ top: text.current.scrollHeight, behavior: calm ? 'auto' : 'smooth' })
            }}
          >
            <ArrowDown className="size-5" aria-hidden="true" />
            {t('terms.toEnd')}
          </Button>
        )}
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
        {problem && <Notice tone="error">{problem}</Notice>}
      </div>
    </Dialog>
  )
}
