import { useEffect } from 'react'
import { useSession } from '@/api/session'
import { registerWorker } from '@/features/notices/worker'
import { load } from '@/ui/load'
import { forgetKept } from './kept'

/** Time (ms) after which a busy page no longer delays it. */
const PATIENCE = 10_000

/** Calls `work` when the page has loaded and has nothing to do. */
function whenIdle(work: () => void): void {
  const idle = () => {
    if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: PATIENCE })
    else setTimeout(work, 2_000)
  }
  if (document.readyState === 'complete') idle()
  else addEventListener('load', idle, { once: true })
}

/** Prepares the offline page, and keeps what it shows of the member. Used once a page. */
export function useOffline(): void {
  const status = useSession((session) => session.status)
  const id = useSession(({ me }) => me?.id)
  useEffect(() => {
    // A browser may refuse it, as in a private window; the shop works without.
    if ('serviceWorker' in navigator) whenIdle(() => void registerWorker().catch(() => undefined))
  }, [])
  useEffect(() => {
    if (status === 'unknown') return
    forgetKept(id)
    if (id === undefined) return
    let end: (() => void) | undefined
    let ended = false
    whenIdle(() => {
      void load(() => import('./watch')).then(({ watch }) => {
        if (!ended) end = watch(id)
      })
    })
    return () => {
      ended = true
      end?.()
    }
  }, [status, id])
}
