import { useQueryClient } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { accountConfirmEmail, type Me, accountVerifyEmail } from '@/api/generated'
import { answerOf } from '@/api/problem'
import { useSession } from '@/api/session'
import { LoginGate } from '@/features/login-gate/login-gate'
import { ownPath } from '@/features/login-gate/return-to'
import { CodeForm } from '@/features/mobile/code-form'
import { OtherWay } from '@/features/mobile/code-parts'
import { Stuck } from '@/features/support/stuck'
import { language, useTexts } from '@/i18n'
import { inLanguage } from '@/i18n/language'
import { Notice } from '@/ui/feedback'
import { toast } from '@/ui/toast'

/** On the way to pay, or from the profile: verifies the user's address, or replaces it. */
export function VerifyEmailPage() {
  const t = useTexts('mail')
  return (
    <div className="mx-auto flex max-w-md flex-col gap-6 py-6">
      <h1 className="text-2xl">{t('verify.heading')}</h1>
      <LoginGate>
        <VerifyEmail />
      </LoginGate>
      <Stuck page="/account/verify-email" topic="account" />
    </div>
  )
}

function VerifyEmail() {
  const t = useTexts('mail')
  const router = useRouter()
  const queries = useQueryClient()
  const { returnTo } = useSearch({ from: '/account/verify-email' })
  const back = ownPath(returnTo) ?? '/account/profile'
  const me = useSession((session) => session.me)
  if (!me) return null
  return (
    <>
      {me.emailVerified && me.email && <Notice>{t('verify.now', { email: me.email })}</Notice>}
      <p className="text-mute">{t(me.emailVerified ? 'verify.change' : returnTo ? 'verify.beforePaying' : 'verify.text')}</p>
      <CodeForm
        name={`email.${me.id}`}
        by="email"
        focused
        initial={me.emailVerified ? '' : (me.email ?? '')}
        send={(email) => answerOf(accountVerifyEmail({ body: { email } }))}
        confirm={(reference, code) => answerOf(accountConfirmEmail({ body: { reference, code } }))}
        after={!me.verified && <OtherWay to="/account/verify" returnTo={returnTo} text={t('verify.byNumber')} />}
        onDone={(known: Me) => {
          void toast(t('verify.done'), { tone: 'success' })
          void queries.invalidateQueries({ queryKey: ['profile'] })
          void queries.invalidateQueries({ queryKey: ['mail'] })
          router.history.replace(inLanguage(back, language()))
          useSession.setState({ me: known })
        }}
      />
    </>
  )
}
