import { lazy, Suspense } from 'react'
import { useSession } from '@/api/session'

const Bar = lazy(() => import('./waiting-bar'))

/** Comes after the page, and for members only. */
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
