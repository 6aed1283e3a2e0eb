import { useEffect } from 'react'
import { session, useSession } from '@/api/session'
import { mark } from './mark'

/** Keeps pushes to this browser with who has turned them on, over sign-ins and sign-outs. Once a page; of no weight to who has none. */
export function usePushRenewal(): void {
  const { status, me } = useSession()
  const id = me?.id
  useEffect(() => {
    const known = mark()
    if (!known || status === 'unknown') return
    // A session that ends by itself keeps them: people come back for a match after days. Who signs out, and who comes after them, does not.
    if (id === undefined && session.hint() === 'ended') return
    void import('./push').then(({ leave, repeat }) => (id === known.user ? repeat(id) : leave())).catch(() => undefined)
  }, [status, id])
}
