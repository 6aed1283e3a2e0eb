import { useMutation } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { type AccountCheck, accountCheck, accountContinue, accountMe as whoIAm } from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { session, useSession } from '@/api/session'
import { covered } from '@/ui/overlay'
import { useProblemText } from '@/ui/query-error'
import { reloadForChunk } from '@/ui/reload-guard'
import { isLoginPath } from '@/features/login-gate/login-paths'
import { useTexts } from '@/i18n'
import { OldPage } from './old-page'
import { ProfilePicker } from './profile-picker'
import { TermsDialog } from './terms-dialog'

/**
 * Checks a user's account until it is synced: on load and at every change of the route. A new user accepts the terms; a user of the former shop
 * also chooses the profile to continue with.
 */
export default function Sync() {
  const t = useTexts('sync')
  // The version of the terms on this page: acceptance refers to it.
  const shownTerms = useTexts('pages')('terms.version')
  const problemText = useProblemText()
  const path = useRouterState({ select: (state) => state.location.pathname })
  const [found, setFound] = useState<AccountCheck>()
  const [accepted, setAccepted] = useState(false)
  // Reason why the decision did not take effect.
  const [why, setWhy] = useState(() => (wasOutdated() ? t('terms.outdated') : undefined))
  const asking = useRef(false)
  useEffect(() => {
    if (found || asking.current || isLoginPath(path)) return
    asking.current = true
    answerOf(accountCheck())
      .then((answer) => {
        if (answer.skip === 1) return renewMe()
        if (answer.termsVersion !== shownTerms && renewPage()) return
        setFound(answer)
      })
      // The next change of the route checks again; until then the server refuses calls that need the terms.
      .catch(() => undefined)
      .finally(() => {
        asking.current = false
      })
  }, [found, path, shownTerms])
  const going = useMutation({
    mutationFn: async (selectedUserId: number) => {
      setWhy(undefined)
      keepOutdated(false)
      try {
        const { accessToken } = await covered(answerOf(accountContinue({ body: { selectedUserId, termsVersion: shownTerms } })))
        await renewMe(accessToken)
      } catch (cause) {
        // Done in another tab, or the profiles found have changed: the account is checked again.
        const problem = problemOf(cause)
        if (![404, 409, 422].includes(problem.status)) throw cause
        const outdated = problem.code === 'terms_outdated'
        if (outdated && renewPage()) return
        const anew = await answerOf(accountCheck())
        if (anew.skip === 1) return renewMe()
        if (outdated) setAccepted(false)
        setWhy(outdated ? t('terms.outdated') : problemText(problem))
        setFound(anew)
      }
    },
  })
  if (!found) return null
  if (found.termsVersion !== shownTerms) return <OldPage />
  const { type, users } = found
  const problem = going.error ? problemText(problemOf(going.error)) : undefined
  if (accepted && users.length > 0) {
    const key = users.map((user) => user.user_id).join()
    return (
      <ProfilePicker
        key={key}
        found={found}
        busy={going.isPending}
        problem={problem ?? why}
        onChoose={going.mutate}
        onBack={() => setAccepted(false)}
      />
    )
  }
  const kind = type === 'facebook_no_email' || type === 'msisdn' || users.length === 0 ? 'new' : 'old'
  return (
    <TermsDialog
      key={found.termsVersion}
      kind={kind}
      why={why}
      busy={going.isPending}
      problem={problem}
      onAccept={() => (users.length > 0 ? setAccepted(true) : going.mutate(0))}
    />
  )
}

const OUTDATED = 'manao.termsOutdated'

/** Newer terms come with a newer page. Returns true while it is loading. */
function renewPage(): boolean {
  keepOutdated(true)
  return reloadForChunk()
}

/** Remembers, until the page has reloaded, why the terms are shown once more. */
function keepOutdated(outdated: boolean) {
  try {
    if (outdated) sessionStorage.setItem(OUTDATED, '1')
    else sessionStorage.removeItem(OUTDATED)
  } catch {
    // Storage may be refused; then the new terms are shown without an explanation.
  }
}

function wasOutdated(): boolean {
  try {
    return sessionStorage.getItem(OUTDATED) !== null
  } catch {
    return false
  }
}

/** Reloads the user's data, with the token that came with it. */
async function renewMe(accessToken?: string): Promise<void> {
  if (accessToken !== undefined) useSession.setState({ token: accessToken })
  const person = await answerOf(whoIAm())
  const { token } = useSession.getState()
  if (token !== undefined) session.start(token, person)
}
