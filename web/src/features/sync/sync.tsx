import { useMutation } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { type AccountCheck, check, goOn, me as whoIAm } from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { signedIn, useSession } from '@/api/session'
import { useProblemText } from '@/app/query-error'
import { isWayIn } from '@/features/account/return-to'
import { ProfilePicker } from './profile-picker'
import { TermsDialog } from './terms-dialog'

/**
 * Looks at a person's account until it is synced: when the page is loaded and at every change of the route. A new person accepts the terms;
 * somebody of the shop before this one also chooses the profile to go on with.
 */
export default function Sync() {
  const say = useProblemText()
  const path = useRouterState({ select: (state) => state.location.pathname })
  const [found, setFound] = useState<AccountCheck>()
  const [accepted, setAccepted] = useState(false)
  const asking = useRef(false)
  useEffect(() => {
    if (found || asking.current || isWayIn(path)) return
    asking.current = true
    answerOf(check())
      .then((answer) => (answer.skip === 1 ? renewMe() : setFound(answer)))
      // The next change of the route asks again; what needs the terms is refused by the server meanwhile.
      .catch(() => undefined)
      .finally(() => {
        asking.current = false
      })
  }, [found, path])
  const going = useMutation({
    mutationFn: async (selectedUserId: number) => {
      try {
        const { accessToken } = await answerOf(goOn({ body: { selectedUserId } }))
        await renewMe(accessToken)
      } catch (cause) {
        // Done in another tab, or what was found has changed: the account is looked at anew.
        if (problemOf(cause).status !== 409) throw cause
        setAccepted(false)
        setFound(undefined)
      }
    },
  })
  if (!found) return null
  const { type, users } = found
  const problem = going.error ? say(problemOf(going.error)) : undefined
  if (accepted && users.length > 0) {
    return <ProfilePicker found={found} busy={going.isPending} problem={problem} onChoose={going.mutate} />
  }
  const kind = type === 'facebook_no_email' || type === 'msisdn' || users.length === 0 ? 'new' : 'old'
  return (
    <TermsDialog
      kind={kind}
      busy={going.isPending}
      problem={problem}
      onAccept={() => (users.length > 0 ? setAccepted(true) : going.mutate(0))}
    />
  )
}

/** What is known of the person anew, by the token that came with it. */
async function renewMe(accessToken?: string): Promise<void> {
  if (accessToken !== undefined) useSession.setState({ token: accessToken })
  const person = await answerOf(whoIAm())
  const { token } = useSession.getState()
  if (token !== undefined) signedIn(token, person)
}
