import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { configQuery } from '@/features/catalogue/queries'
import { useContent, useLanguage, useTexts } from '@/i18n'
import { formatDate } from '@/i18n/format'
import { buttonClass } from '@/ui/button'
import { SUPPORT } from '@/ui/support'
import { LongPage } from './frames/long-page'

/** The privacy notice that is accepted with the terms, and answers to common questions: who sees the data, how long, how to delete it, whom to write to. */
export function PrivacyPage() {
  const t = useTexts('pages')
  const language = useLanguage()
  const part = (name: 'documents' | 'organizers' | 'duration' | 'rights' | 'controller') => ({
    title: t(`privacy.${name}.title`),
    text: t(`privacy.${name}.text`),
  })
  return (
    <LongPage
      heading={t('privacy.heading')}
      note={t('privacy.ofDay', { day: formatDate(`${t('privacy.version')}T12:00:00Z`, language) })}
      parts={[
        { anchor: 'kept', of: t('terms.privacy', { returnObjects: true }) },
        { anchor: 'documents', of: [part('documents')] },
        { anchor: 'organizers', of: [part('organizers')] },
        { anchor: 'duration', of: [{ ...part('duration'), more: <Durations /> }] },
        { anchor: 'rights', of: [{ ...part('rights'), more: <Own /> }] },
        { anchor: 'controller', of: [{ ...part('controller'), more: <Controller /> }] },
      ]}
    />
  )
}

function Durations() {
  const t = useTexts('pages')
  return (
    <dl className="divide-y divide-line border-y border-line">
      {t('privacy.durations', { returnObjects: true }).map(({ what, until }) => (
        <div key={what} className="grid gap-x-6 py-2.5 sm:grid-cols-2">
          <dt>{what}</dt>
          <dd className="text-mute">{until}</dd>
        </div>
      ))}
    </dl>
  )
}

function Own() {
  const t = useTexts('pages')
  return (
    <Link to="/account/profile" className={`${buttonClass('plain', 'sm')} mt-1 self-start`}>
      {t('privacy.mine')}
    </Link>
  )
}

/** The company that answers for the data, as it is registered, and the ways to reach it. */
function Controller() {
  const t = useTexts('pages')
  const content = useContent()
  const company = useQuery(configQuery).data?.appConfig.company
  const link = 'inline-flex min-h-11 items-center text-lime underline underline-offset-4'
  return (
    <div className="flex flex-col gap-2 text-mute">
      {company && (
        <address className="flex flex-col not-italic">
          <span className="text-text">{content(company.name)}</span>
          <span>{content(company.address)}</span>
          <span>{t('privacy.taxId', { number: company.taxId })}</span>
          <span>{t('privacy.phone', { number: company.phone })}</span>
        </address>
      )}
      <p className="flex flex-wrap gap-x-6">
        <a className={link} href={`mailto:${SUPPORT.email}`}>
          {SUPPORT.email}
        </a>
        <Link to="/contact" className={link}>
          {t('contact.heading')}
        </Link>
      </p>
      <p>{t('privacy.complain')}</p>
    </div>
  )
}
