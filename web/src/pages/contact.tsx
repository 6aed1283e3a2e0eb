import { Link, useSearch } from '@tanstack/react-router'
import { type LucideIcon, Mail, MessageCircle, Phone } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { useSession } from '@/api/session'
import { FrequentQuestions } from '@/features/help/frequent-questions'
import { OwnCard } from '@/features/help/own-card'
import { Write } from '@/features/support/write'
import { texts, useTexts } from '@/i18n'
import { SUPPORT } from '@/ui/support'
import { part } from '@/ui/load'

const LetterLink = part(async () => {
  const [letter] = await Promise.all([import('@/features/orders/letter'), texts('orders')()])
  return { default: letter.LetterLink }
})

export function ContactPage() {
  const t = useTexts('pages')
  const common = useTexts('common')
  const asked = useSearch({ from: '/contact' })
  const { order } = asked
  const member = useSession((session) => session.status === 'member')
  const look = 'inline-flex min-h-11 items-center break-all text-lime underline underline-offset-4'
  const plain = (
    <a className={look} href={`mailto:${SUPPORT.email}${order ? `?subject=${encodeURIComponent(order)}` : ''}`}>
      {SUPPORT.email}
    </a>
  )
  return (
    // One column in the order of reading; on a wide screen the ways to reach us stand beside the form and the questions.
    <article className="grid items-start gap-x-10 gap-y-6 md:grid-cols-[340px_minmax(0,1fr)] md:grid-rows-[auto_1fr_auto]">
      <header className="flex flex-col gap-5">
        <h1 className="text-3xl">{t('contact.heading')}</h1>
        <p className="text-mute">{t('contact.text')}</p>
        {order && <p className="num text-lg whitespace-nowrap">{t('contact.order', { number: order })}</p>}
      </header>
      <div className="md:col-start-2 md:row-span-2 md:row-start-1">
        {/* Another question is another form. */}
        <Write key={JSON.stringify(asked)} {...asked} />
      </div>
      <div className="flex flex-col gap-5 md:sticky md:top-24 md:col-start-1 md:row-span-2 md:row-start-2">
        <ul className="flex flex-col divide-y divide-line rounded-panel border border-line bg-panel px-5">
          <ContactChannel icon={MessageCircle} name={t('contact.line')} note={t('contact.lineHours')}>
            <a className={look} href={`https://line.me/R/ti/p/${SUPPORT.line}`} target="_blank" rel="noopener noreferrer">
              {SUPPORT.line}
            </a>
          </ContactChannel>
          <ContactChannel icon={Phone} name={t('contact.phone')} note={t('contact.hours')}>
            <a className={`num ${look}`} href={`tel:${SUPPORT.phone}`}>
              {SUPPORT.phone}
            </a>
          </ContactChannel>
          <ContactChannel icon={Mail} name={t('contact.email')} note={t('contact.emailHours')}>
            {order && member ? (
              <Suspense fallback={plain}>
                <LetterLink number={order} email={SUPPORT.email} className={look}>
                  {SUPPORT.email}
                </LetterLink>
              </Suspense>
            ) : (
              plain
            )}
          </ContactChannel>
        </ul>
        <Link to="/track" className={`${look} self-start`}>
          {common('nav.track')}
        </Link>
      </div>
      <div className="flex flex-col gap-8 md:col-start-2 md:row-start-3">
        <OwnCard kind="order" />
        <FrequentQuestions />
      </div>
    </article>
  )
}

function ContactChannel({ icon: Icon, name, note, children }: { icon: LucideIcon; name: string; note: string; children: ReactNode }) {
  return (
    <li className="flex items-center gap-4 py-3">
      <Icon className="size-5 flex-none text-lime" aria-hidden="true" />
      <div className="min-w-0">
        <p className="text-sm text-mute">
          {name} · {note}
        </p>
        {children}
      </div>
    </li>
  )
}
