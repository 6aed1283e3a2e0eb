import { useRouter, useSearch } from '@tanstack/react-router'
import { mobileConfirmMobileNumber, type Me, accountMe as readMe, type OtpSent, mobileVerifyMobileNumber } from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { useSession } from '@/api/session'
import { LoginGate } from '@/features/login-gate/login-gate'
import { ownPath } from '@/features/login-gate/return-to'
import { Stuck } from '@/features/support/stuck'
import { language, useTexts } from '@/i18n'
import { inLanguage } from '@/i18n/language'
import { Button } from '@/ui/button'
import { Notice } from '@/ui/feedback'
import { toast } from '@/ui/toast'
import { CodeForm } from '@/features/mobile/code-form'
import { OtherWay } from '@/features/mobile/code-parts'

/** On the way to pay, or from the dashboard: verifies the user's number, and leads back. */
export function VerifyPage() {
  const t = useTexts('mobile')
  return (
    <div className="mx-auto flex max-w-md flex-col gap-6 py-6">
      <h1 className="text-2xl">{t('verify.heading')}</h1>
      <LoginGate>
        <Verify />
      </LoginGate>
      <Stuck page="/account/verify" topic="account" />
    </div>
  )
}

async function send(mobileNumber: string): Promise<OtpSent> {
  try {
    return await answerOf(mobileVerifyMobileNumber({ body: { mobileNumber } }))
  } catch (cause) {
    // It was done in another tab in the meantime: this page then says so.
    if (problemOf(cause).code === 'mobile_number_fixed') useSession.setState({ me: await answerOf(readMe()) })
    throw cause
  }
}

function Verify() {
  const t = useTexts('mobile')
  const router = useRouter()
  const { returnTo } = useSearch({ from: '/account/verify' })
  const back = ownPath(returnTo) ?? '/account/dashboard'
  const me = useSession((session) => session.me)
  if (!me) return null
  if (me.mobileVerified) {
    return (
      <>
        <Notice>{t('verify.already', { number: me.mobileMasked })}</Notice>
        <Button look="primary" onClick={() => router.history.replace(inLanguage(back, language()))}>
          {t(returnTo ? 'verify.back' : 'verify.dashboard')}
        </Button>
      </>
    )
  }
  return (
    <>
      <p className="text-mute">{t(returnTo ? 'verify.beforePaying' : 'verify.text')}</p>
      <CodeForm
        name={`verify.${me.id}`}
        focused
        send={send}
        confirm={(reference, code) => answerOf(mobileConfirmMobileNumber({ body: { reference, code } }))}
        after={<OtherWay to="/account/verify-email" returnTo={returnTo} text={t('verify.byEmail')} />}
        onDone={(known: Me) => {
          void toast(t('verify.done'), { tone: 'success' })
          router.history.replace(inLanguage(back, language()))
          useSession.setState({ me: known })
        }}
      />
    </>
  )
}
