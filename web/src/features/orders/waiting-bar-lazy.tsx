import { Suspense } from 'react'
import { useSession } from '@/api/session'
import { part } from '@/ui/load'

const Bar = part(() => import('./waiting-bar'))

/** Loaded after the page, and for members only. */
export function WaitingBar() {
  const member = useSession((session) => session.status === 'member')
  return (
    member && (
      <Suspense>
        <Bar />
      </Suspense>
    )
  )
}
