import { useEffect } from 'react'
import { useSession } from '@/api/session'
import { useVisitorCart } from './visitor'
import { isPendingFor } from './visitor-lines'

/** Retries lines that could not be moved into the user's cart at sign-in. Used once a page. */
export function useWaitingLines(): void {
  const me = useSession((session) => session.me?.id)
  useEffect(() => {
    if (me === undefined || !useVisitorCart.getState().lines.some(isPendingFor(me))) return
    // The cart page lists lines that again could not be moved.
    void import('./merge').then(({ mergeVisitorCart }) => mergeVisitorCart()).catch(() => undefined)
  }, [me])
}
