import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { problemOf } from '@/api/problem'
import { useSession } from '@/api/session'
import { QueryError } from '@/ui/query-error'
import { AccountPage } from '../frames/account'
import { SavedCards } from '@/features/cards/saved-cards'
import { MailSettings } from '@/features/mail/settings'
import { useLanguage, useTexts } from '@/i18n'
import { Documents } from '@/features/profile/documents'
import { ProfileForm } from '@/features/profile/form'
import { Section } from '@/features/profile/section'
import { profileQuery } from '@/features/profile/queries'

export function ProfilePage() {
  const t = useTexts('profile')
  return (
    <AccountPage heading={t('heading')}>
      <Profile />
    </AccountPage>
  )
}

/** The browser scrolled to it before it existed. */
function asLinked(section: HTMLElement | null) {
  if (section && location.hash === `#${section.id}`) void section.scrollIntoView()
}

function Profile() {
  const t = useTexts('profile')
  const mail = useTexts('mail')
  const me = useSession((session) => session.me)
  const profile = useQuery(profileQuery(useLanguage()))
  // After a language switch it is fetched again; input in progress stays.
  const [last, setLast] = useState(profile.data)
  if (profile.data && profile.data !== last) setLast(profile.data)
  const shown = profile.data ?? last
  if (profile.isError && !shown) return <QueryError problem={problemOf(profile.error)} onRetry={() => void profile.refetch()} />
  if (!shown || !me) {
    return (
      <div className="flex flex-col gap-6" aria-hidden="true">
        <div className="skeleton h-56" />
        <div className="skeleton h-96" />
      </div>
    )
  }
  return (
    <>
      <p className="max-w-2xl text-mute">{t('intro')}</p>
      <ProfileForm profile={shown} me={me} />
      <Section title={t('section.documents')}>
        <Documents documents={shown.documents} disabled={me.suspended} />
      </Section>
      <div id="cards" ref={asLinked} className="scroll-mt-24">
        <Section title={t('savedCards.heading')} open={location.hash === '#cards'}>
          <SavedCards disabled={me.suspended} />
        </Section>
      </div>
      <div id="mail" ref={asLinked} className="scroll-mt-24">
        <Section title={mail('settings.heading')} open={location.hash === '#mail'}>
          <MailSettings />
        </Section>
      </div>
    </>
  )
}
