import { Link, useNavigate, useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { accountCreateSession } from '@/api/generated'
import { type ApiProblem, answerOf, problemOf } from '@/api/problem'
import { useProblemText } from '@/ui/query-error'
import { useTexts } from '@/i18n'
import { buttonClass } from '@/ui/button'
import { Notice } from '@/ui/feedback'
import { requestSession, useCompleteSignIn } from '@/features/account/sign-in'
import { loadPath } from '@/features/account/saved-path'
import { Working } from '@/features/account/working'
import { hasArrived, stepOverProvider } from '@/features/account/provider-pages'

/** Longest wait for the login page, which is in the tab's history. */
const STEP_MS = 3_000

/** Returning from the login provider: code and state become a session, the visitor's cart moves in, and the user continues where they began. */
export function CallbackPage() {
  const t = useTexts('account')
  const problemText = useProblemText()
  const navigate = useNavigate()
  const completeSignIn = useCompleteSignIn()
  const router = useRouter()
  const { code, state, error } = useRouterState({
    select: (found) => found.location.search as { code?: string; state?: string; error?: string },
  })
  const [problem, setProblem] = useState<ApiProblem>()
  const [way] = useState(loadPath)
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    if (!code || !state) {
      if (!error) void navigate({ to: '/auth/login', replace: true })
      return
    }
    void finish(code, state).catch((cause: unknown) => setProblem(problemOf(cause)))

    async function finish(code: string, state: string) {
      const session = await requestSession(() => answerOf(accountCreateSession({ body: { code, state } })))
      if (stepOverProvider(session.returnTo)) await new Promise((stays) => setTimeout(stays, STEP_MS))
      hasArrived()
      await completeSignIn(session, session.returnTo)
      // An address as the server stores it, its language included.
      router.history.replace(session.returnTo)
    }
  }, [code, state, error, navigate, router, completeSignIn])
  if (!problem && !error) {
    return <Working />
  }
  return (
    <div className="mx-auto flex max-w-md flex-col items-center gap-6 py-16 text-center">
      <h1 className="text-2xl">{t('login.failed')}</h1>
      <Notice tone="error">{problem ? problemText(problem) : t('login.cancelled')}</Notice>
      <Link to="/auth/login" replace search={way === undefined ? {} : { returnTo: way }} className={buttonClass('primary')}>
        {t('login.again')}
      </Link>
    </div>
  )
}
