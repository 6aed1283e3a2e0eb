import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { logout } from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { queries } from '@/api/queries'
import { left } from '@/api/session'
import { showAlert } from '@/app/alert'
import { forgetBought } from '@/features/orders/again'
import { useProblemText } from '@/app/query-error'
import { useTexts } from '@/i18n'
import { toast } from '@/ui/toast'

/** Signing out, here or on every device, after a question. */
export function useLeave(everywhere = false): { leave: () => void; leaving: boolean } {
  const t = useTexts('common')
  const account = useTexts('account')
  const say = useProblemText()
  const navigate = useNavigate()
  const leaving = useMutation({
    mutationFn: () => answerOf(logout({ body: { everywhere } })),
    // Whatever the server says, this device is signed out; of the others the server has to say so.
    onSettled: (_, cause) => {
      if (everywhere && cause) return void toast(say(problemOf(cause)), { tone: 'error' })
      left()
      queries.clear()
      forgetBought()
      void navigate({ to: '/' })
    },
  })
  const leave = () =>
    showAlert({
      title: everywhere ? account('devices.leaveTitle') : t('session.logoutTitle'),
      message: everywhere ? account('devices.leaveText') : t('session.logoutText'),
      buttons: [{ name: t('action.cancel') }, { name: t('session.logout'), look: 'danger', action: () => leaving.mutate() }],
    })
  return { leave, leaving: leaving.isPending }
}
