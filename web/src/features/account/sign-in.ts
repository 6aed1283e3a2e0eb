import { type AnyRouter, useRouter } from '@tanstack/react-router'
import type { AuthSession } from '@/api/generated'
import { problemOf } from '@/api/problem'
import { session } from '@/api/session'
import { useProblemText } from '@/ui/query-error'
import { mergeVisitorCart } from '@/features/cart/merge'
import { openSavedLinks } from './saved-links'
import { useTexts } from '@/i18n'
import { toast } from '@/ui/toast'
import { isLoginPath } from '@/features/login-gate/login-paths'

/**
 * Makes the call that gives the browser the cookie of a new session, while nothing else uses the cookie. This ends a logout that the server has
 * not confirmed yet.
 */
export function requestSession(call: () => Promise<AuthSession>): Promise<AuthSession> {
  return session.withCookieLock(async () => {
    const answer = await call()
    session.setHint('1')
    return answer
  })
}

/** Starts the session of a user who has signed in and goes to `leadsTo`. */
export function useCompleteSignIn(): (session: AuthSession, leadsTo: string) => Promise<void> {
  const moveIn = useMoveIn()
  return ({ accessToken, user }, leadsTo) => {
    session.start(accessToken, user)
    return moveIn(leadsTo)
  }
}

/** Does the work that waits for a sign-in: opens saved links, and moves the visitor's cart into the member's own. */
export function useMoveIn(): (leadsTo: string) => Promise<void> {
  const problemText = useProblemText()
  const account = useTexts('account')
  const router = useRouter()
  return async (leadsTo) => {
    void openSavedLinks(() => arrived(router), leadsTo)
    try {
      const count = await mergeVisitorCart()
      if (count > 0) void toast(account('cartLeftOut', { count }))
    } catch (cause) {
      // The sign-in stands; the visitor's cart keeps its items.
      void toast(problemText(problemOf(cause)), { tone: 'error' })
    }
  }
}

/** Resolves once the page that signing in leads to is open. */
function arrived(router: AnyRouter): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      const { resolvedLocation, location } = router.state
      // By the path, which has no language in it: a change of language on the way changes addresses.
      if (isLoginPath(location.pathname) || resolvedLocation?.pathname !== location.pathname) return
      stop()
      resolve()
    }
    const stop = router.subscribe('onResolved', check)
    check()
  })
}
