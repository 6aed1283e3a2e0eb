import { useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { mobileConfirmOtp, accountLoginAis, type AuthSession, mobileSendOtp } from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { session, useSession } from '@/api/session'
import { useHead } from '@/ui/head'
import { LimeSlice } from '@/ui/logo'
import { CodeForm } from '@/features/mobile/code-form'
import { language, useTexts } from '@/i18n'
import { inLanguage } from '@/i18n/language'
import { Button } from '@/ui/button'
import { Notice } from '@/ui/feedback'
import { PasswordSignIn } from '@/features/password/sign-in'
import { arrivingAt } from '@/features/account/provider-pages'
import { requestSession, useCompleteSignIn } from '@/features/account/sign-in'
import { Register } from '@/features/account/register'
import { Working } from '@/features/account/working'
import { ownPath } from '@/features/login-gate/return-to'
import { ProviderSignIn } from '@/features/account/provider-sign-in'
import { ArriveFromProvider, Redirect } from '@/features/account/redirects'

/** Pages with a choice that the user will find again. */
const BUYING = /^\/(payment\/process|cart|games\/.+[?&]product=)/

/**
 * Three ways to sign in: the provider's own login page, which returns to `/login`; a mobile number and the code sent to it; a number or e-mail
 * and the account's password.
 */
export function LoginPage() {
  const t = useTexts('account')
  const mobile = useTexts('mobile')
  const completeSignIn = useCompleteSignIn()
  const router = useRouter()
  const { returnTo, ended, register } = useSearch({ from: '/auth/login' })
  const back = ownPath(returnTo)
  const chosen = back !== undefined && BUYING.test(back)
  const status = useSession((session) => session.status)
  const unsure = useSession((session) => session.unsure)
  const [arriving] = useState(arrivingAt)
  const [signingIn, setSigningIn] = useState(false)
  const [by, setBy] = useState<'code' | 'password'>('code')
  // A confirmed number that has no account yet.
  const [token, setToken] = useState<string>()
  // A code works once: if signing in fails after it, the token that it was exchanged for is tried again.
  const exchanged = useRef<{ reference: string; token: string }>(undefined)
  useHead({ title: register ? t('login.registerTitle') : undefined })

  async function confirm(reference: string, code: string): Promise<{ session: AuthSession } | { token: string }> {
    if (exchanged.current?.reference !== reference) {
      const { otpToken } = await answerOf(mobileConfirmOtp({ body: { reference, code } }))
      exchanged.current = { reference, token: otpToken }
    }
    const { token: otpToken } = exchanged.current
    try {
      return { session: await requestSession(() => answerOf(accountLoginAis({ body: { otpToken } }))) }
    } catch (cause) {
      if (problemOf(cause).code === 'mobile_number_unregistered') return { token: otpToken }
      throw cause
    }
  }

  async function arrive(session: AuthSession) {
    setSigningIn(true)
    const to = back ?? '/'
    await completeSignIn(session, to)
    router.history.replace(inLanguage(to, language()))
  }

  useFreshPage()
  if (arriving !== undefined && status === 'member' && !signingIn) return <ArriveFromProvider to={arriving} />
  if (status === 'member' && !signingIn) return <Redirect path={back ?? '/account/dashboard'} />
  // The user is probably signed in: the form would show for a moment only.
  if (status === 'unknown' && !unsure && session.hint() === '1') return <Working />
  const before = (
    <>
      <ProviderSignIn back={back} register={register} asked={ended} chosen={chosen} />
      <p className="flex w-full items-center gap-4 text-sm text-mute before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {by === 'code' ? mobile('login.or') : t('password.or')}
      </p>
      {by === 'code' && <p className="-my-2 text-sm text-mute">{t('login.anyNetwork')}</p>}
    </>
  )
  const other = (
    <Button look="ghost" size="sm" onClick={() => setBy(by === 'code' ? 'password' : 'code')}>
      {by === 'code' ? t('password.instead') : t('password.codeInstead')}
    </Button>
  )
  return (
    <div className="mx-auto flex max-w-md flex-col items-center gap-6 py-4 text-center md:py-10">
      <LimeSlice className="size-14 md:size-20" />
      {token !== undefined ? (
        <Register otpToken={token} onDone={arrive} onStartAgain={() => setToken(undefined)} />
      ) : (
        <>
          <h1 className="text-2xl">{register ? t('login.registerHeading') : t('login.heading')}</h1>
          {(ended || chosen) && (
            <div className="w-full text-left">
              <Notice tone={ended ? 'warn' : 'info'}>{t(ended ? 'login.ended' : 'login.kept')}</Notice>
            </div>
          )}
          {by === 'password' ? (
            <PasswordSignIn before={before} after={other} onDone={arrive} />
          ) : (
            <CodeForm
              name="login"
              look="plain"
              before={before}
              after={other}
              send={(mobileNumber) => answerOf(mobileSendOtp({ body: { mobileNumber } }))}
              confirm={confirm}
              onDone={(result) => ('session' in result ? arrive(result.session) : setToken(result.token))}
            />
          )}
        </>
      )}
    </div>
  )
}

/** Going back may show the page as it was when it was left: signed out, the button busy. */
function useFreshPage() {
  useEffect(() => {
    const shown = ({ persisted }: PageTransitionEvent) => persisted && location.reload()
    addEventListener('pageshow', shown)
    return () => removeEventListener('pageshow', shown)
  }, [])
}
