import { useEffect } from 'react'
import { session, useSession } from '@/api/session'
import { mark } from './mark'

/** Keeps pushes to this browser for the user who turned them on, over sign-ins and sign-outs. Used once a page; does nothing for other users. */
export function usePushRenewal(): void {
  const { status, me } = useSession()
  const id = me?.id
  useEffect(() => {
    const known = mark()
    if (!known || status === 'unknown') return
    // A session that expires keeps them: people come back for a match after days. A sign-out, or another user's sign-in, ends them.
    if (id === undefined && session.hint() === 'ended') return
    void import('./push').then(({ leave, repeat }) => (id === known.user ? repeat(id) : leave())).catch(() => undefined)
  }, [status, id])
}
