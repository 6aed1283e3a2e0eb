import type { Session } from '@/api/generated'
import { problemOf } from '@/api/problem'
import { signedIn } from '@/api/session'
import { useProblemText } from '@/app/query-error'
import { mergeVisitorCart } from '@/features/cart/merge'
import { openSavedLinks } from '@/features/sync/saved-links'
import { useTexts } from '@/i18n'
import { toast } from '@/ui/toast'

/** A person comes in: the session is theirs from now on, and what was in the visitor's cart moves into their own. */
export function useEnter(): (session: Session) => Promise<void> {
  const say = useProblemText()
  const t = useTexts('common')
  const account = useTexts('account')
  return async (session) => {
    signedIn(session.accessToken, session.user)
    void openSavedLinks({ title: t('savedLink.title'), message: t('savedLink.text') })
    try {
      const count = await mergeVisitorCart()
      if (count > 0) void toast(account('cartLeftOut', { count }))
    } catch (cause) {
      // Signed in all the same; what was in the visitor's cart stays in it.
      void toast(say(problemOf(cause)), { tone: 'error' })
    }
  }
}
