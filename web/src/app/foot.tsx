import { lazy, Suspense, useEffect } from 'react'
import { useSession } from '@/api/session'
import { AlertDialog } from './alert-dialog'
import { CookieBar } from './cookie-bar'
import { replayEarlySoon } from './early'
import { Footer } from './footer'
import { useLiveAccount } from '@/features/account/live-account'
import { texts } from '@/i18n'
import { useToasted } from '@/ui/toast'

/** Few people need it, once in their lives. */
const Sync = lazy(async () => {
  const [page] = await Promise.all([import('@/features/sync/sync'), texts('sync', 'pages')()])
  return page
})

const Toaster = lazy(() => import('@/ui/toaster'))

/** What stands below the page and over it. */
export default function Foot({ provider }: { provider: string | undefined }) {
  const unsynced = useSession((session) => session.me?.synced === false)
  const toasted = useToasted()
  useEffect(() => replayEarlySoon('late'), [])
  useLiveAccount()
  return (
    <>
      <Footer provider={provider} />
      <CookieBar />
      {unsynced && (
        <Suspense>
          <Sync />
        </Suspense>
      )}
      <AlertDialog />
      {toasted && (
        <Suspense>
          <Toaster />
        </Suspense>
      )}
    </>
  )
}
