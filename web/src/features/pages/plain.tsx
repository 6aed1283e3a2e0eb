import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { useSession } from '@/api/session'
import { faqQuery } from '@/features/catalogue/queries'
import { texts, useContent, useTexts } from '@/i18n'

const EMAIL = 'support@manao.example'
const PHONE = '1175'

const LetterLink = lazy(async () => {
  const [letter] = await Promise.all([import('@/features/orders/letter'), texts('orders')()])
  return { default: letter.LetterLink }
})

function Page({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <article className="mx-auto flex max-w-3xl flex-col gap-8">
      <h1 className="text-3xl">{heading}</h1>
      {children}
    </article>
  )
}

export function TermsPage() {
  const t = useTexts('pages')
  return (
    <Page heading={t('terms.heading')}>
      <Sections of={t('terms.sections', { returnObjects: true })} />
      <div id="privacy" className="flex scroll-mt-24 flex-col gap-8">
        <Sections of={t('terms.privacy', { returnObjects: true })} />
      </div>
    </Page>
  )
}

function Sections({ of }: { of: ReadonlyArray<{ title: string; text: string }> }) {
  return of.map(({ title, text }) => (
    <section key={title} className="flex flex-col gap-2">
      <h2 className="text-xl">{title}</h2>
      <p className="text-mute">{text}</p>
    </section>
  ))
}

export function ContactPage() {
  const t = useTexts('pages')
  const { order } = useSearch({ from: '/contact' })
  const content = useContent()
  const questions = useQuery(faqQuery).data?.faq ?? []
  const member = useSession((session) => session.status === 'member')
  const look = 'inline-flex min-h-11 items-center text-lime underline'
  const plain = (
    <a className={look} href={`mailto:${EMAIL}${order ? `?subject=${encodeURIComponent(order)}` : ''}`}>
      {EMAIL}
    </a>
  )
  return (
    <Page heading={t('contact.heading')}>
      <p className="text-mute">{t('contact.text')}</p>
      <div className="flex flex-col gap-2 rounded-panel border border-line bg-panel p-5">
        {order && <p className="num text-lg">{t('contact.order', { number: order })}</p>}
        <p>
          {t('contact.email')}{' '}
          {order && member ? (
            <Suspense fallback={plain}>
              <LetterLink number={order} email={EMAIL} className={look}>
                {EMAIL}
              </LetterLink>
            </Suspense>
          ) : (
            plain
          )}
        </p>
        <p>
          {t('contact.phone')}{' '}
          <a className="num inline-flex min-h-11 items-center text-lime underline" href={`tel:${PHONE}`}>
            {PHONE}
          </a>{' '}
          <span className="text-mute">{t('contact.hours')}</span>
        </p>
      </div>
      {questions.length > 0 && (
        <section className="flex flex-col gap-3">
          <h2 className="text-xl">{t('contact.faq')}</h2>
          {questions.map(({ question, answer }) => (
            <details key={question.en} className="rounded-panel border border-line bg-panel px-5 py-3">
              <summary className="min-h-11 content-center font-semibold">{content(question)}</summary>
              <p className="pt-1 pb-2 text-mute">{content(answer)}</p>
            </details>
          ))}
        </section>
      )}
    </Page>
  )
}

export function ServicesPage() {
  const t = useTexts('pages')
  const items = t('services.items', { returnObjects: true })
  return (
    <Page heading={t('services.heading')}>
      <ul className="grid gap-4 sm:grid-cols-2">
        {items.map(({ title, text }) => (
          <li key={title} className="flex flex-col gap-2 rounded-panel border border-line bg-panel p-5">
            <h2 className="text-lg">{title}</h2>
            <p className="text-mute">{text}</p>
          </li>
        ))}
      </ul>
    </Page>
  )
}
