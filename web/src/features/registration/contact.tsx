import { Link, useRouterState } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState } from 'react'
import type { Entry, Tournament } from '@/api/generated'
import { texts, useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { part } from '@/ui/load'

const ContactPromoter = part(async () => {
  const [{ ContactPromoter }] = await Promise.all([import('@/features/messages/contact'), texts('messages', 'form')()])
  return { default: ContactPromoter }
})

/** Suffix of the address that opens it. */
const TALK = 'talk'

const CLOSED: Partial<Record<Tournament['phase'], 'over' | 'cancelled'>> = { finished: 'over', cancelled: 'cancelled' }

/** The thread with staff, which opens in place. */
export function Contact({ tournament, entry }: { tournament: Tournament; entry: Entry }) {
  const t = useTexts('registration')
  const asked = useRouterState({ select: ({ location }) => location.hash === TALK })
  const [chosen, setOpen] = useState<boolean>()
  const open = chosen ?? asked
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!asked) return
    heading.current?.scrollIntoView({ block: 'start' })
    heading.current?.focus({ preventScroll: true })
  }, [asked])
  return (
    <section aria-labelledby={TALK} className="flex scroll-mt-24 flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 ref={heading} id={TALK} tabIndex={-1} className="scroll-mt-24 text-xl outline-none">
          {t('contact.title')}
        </h2>
        <Button size="sm" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t(open ? 'contact.close' : 'contact.open')}
        </Button>
      </div>
      {open && (
        <Suspense fallback={<div className="skeleton h-[min(70dvh,560px)]" />}>
          <ContactPromoter tournamentId={tournament.id} contestantId={entry.id} closed={CLOSED[tournament.phase]} />
        </Suspense>
      )}
      <p className="text-sm text-mute">
        {t('contact.unanswered')}{' '}
        <Link
          to="/contact"
          search={{ topic: 'tournament', tournament: String(tournament.id) }}
          className="inline-flex min-h-11 items-center text-lime underline-offset-2 hover:underline"
        >
          {t('contact.staff')}
        </Link>
      </p>
    </section>
  )
}
