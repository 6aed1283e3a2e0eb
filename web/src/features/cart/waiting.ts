import { useEffect } from 'react'
import { useSession } from '@/api/session'
import { useVisitorCart } from './visitor'
import { isPendingFor } from './visitor-lines'

/** What could not be moved into a person's cart when they signed in is tried again when they are next here. Once a page. */
export function useWaitingLines(): void {
  const me = useSession((session) => session.me?.id)
  useEffect(() => {
    if (me === undefined || !useVisitorCart.getState().lines.some(isPendingFor(me))) return
    // The cart's page says what could not be moved again.
    void import('./merge').then(({ mergeVisitorCart }) => mergeVisitorCart()).catch(() => undefined)
  }, [me])
}
