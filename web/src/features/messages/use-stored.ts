import { useEffect } from 'react'
import { useSession } from '@/api/session'
import { load } from '@/ui/load'

/** Sends messages waiting in this browser as soon as their writer is back. Used once a page. */
export function useStoredMessages(): void {
  const id = useSession(({ me }) => me?.id)
  useEffect(() => {
    if (id === undefined || typeof indexedDB === 'undefined') return
    void load(() => import('./stored')).then(async ({ countStored }) => {
      if ((await countStored(id)) === 0) return
      const { sendStored } = await load(() => import('./waiting'))
      await sendStored()
    })
  }, [id])
}
