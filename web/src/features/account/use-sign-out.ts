import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { accountLogout } from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { session, useSession } from '@/api/session'
import { showAlert } from '@/ui/alert'
import { covered } from '@/ui/overlay'
import { useProblemText } from '@/ui/query-error'
import { useTexts } from '@/i18n'
import { toast } from '@/ui/toast'
import { finishSignOut, signOutAtProvider } from './finish-sign-out'
import { countUnsent, forgetPersonalData } from './on-sign-out'

/** Longest wait for the home page. */
const ARRIVAL_MS = 2000

/** Signing out, here or on every device, after a question. */
export function useSignOut(everywhere = false): { confirmSignOut: () => void; signingOut: boolean } {
  const t = useTexts('common')
  const account = useTexts('account')
  const problemText = useProblemText()
  const navigate = useNavigate()
  const clearDevice = (confirmed: boolean) => {
    const { me } = useSession.getState()
    session.signOut(confirmed)
    forgetPersonalData(me?.id)
    return navigate({ to: '/' })
  }
  const signOutEverywhere = useMutation({
    mutationFn: () => covered(answerOf(accountLogout({ body: { everywhere: true } }))),
    // The server must confirm that other devices are signed out.
    onSuccess: (signedOut) => void clearDevice(true).then(() => signOutAtProvider(signedOut)),
    onError: (cause) => void toast(problemText(problemOf(cause)), { tone: 'error' }),
  })
  /** Hides the account on this device at once, before the server confirms. */
  async function signOutHere() {
    const arrived = clearDevice(false)
    let late = false
    const heard = await finishSignOut(() => {
      late = true
      // A change of the page closes the toast; without one, it is shown all the same.
      void Promise.race([arrived, new Promise((over) => setTimeout(over, ARRIVAL_MS))]).then(() =>
        showAlert({ title: account('leaving.unconfirmedTitle'), message: account('leaving.unconfirmedText') }),
      )
    })
    if (late && heard) void toast(account('leaving.confirmed'), { tone: 'success' })
  }
  const confirmSignOut = async () => {
    const { me } = useSession.getState()
    const unsent = me ? await countUnsent(me.id) : 0
    const lost = unsent > 0 ? ` ${t('session.logoutUnsent', { count: unsent })}` : ''
    showAlert({
      title: everywhere ? account('devices.leaveTitle') : t('session.logoutTitle'),
      message: (everywhere ? account('devices.leaveText') : t('session.logoutText')) + lost,
      buttons: [
        { name: t('action.cancel') },
        { name: t('session.logout'), look: 'danger', action: () => (everywhere ? signOutEverywhere.mutate() : void signOutHere()) },
      ],
    })
  }
  return { confirmSignOut: () => void confirmSignOut(), signingOut: signOutEverywhere.isPending }
}
