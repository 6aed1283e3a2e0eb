import { Suspense, useEffect } from 'react'
import { useRouterState } from '@tanstack/react-router'
import { session, useSession } from '@/api/session'
import { CookieBar } from './cookie-bar'
import { replayEarlySoon } from './early'
import { Footer, type ShopConfig } from './footer'
import { Over } from './over'
import { usePrefetchShown } from './prefetch-shown'
// Needed when the network fails, when nothing more can be fetched.
import './crash-page'
import '@/ui/query-error'
import './switch-language'
import { useLiveAccount } from '@/features/account/live-account'
import { useLiveShop } from '@/features/catalogue/live-shop'
import { useLiveCart } from '@/features/cart/live-cart'
import { useVisitorCart } from '@/features/cart/visitor'
import { useWaitingLines } from '@/features/cart/waiting'
import { useLiveBadge } from '@/features/inbox/live-badge'
import { useStoredMessages } from '@/features/messages/use-stored'
import { usePushRenewal } from '@/features/notices/use-push-renewal'
import { useOffline } from '@/features/offline/use-offline'
import { useRecentPurchasesStore } from '@/features/orders/recent-purchases'
import { texts } from '@/i18n'
import { cx } from '@/ui/cx'
import { load, part } from '@/ui/load'

/** Few people need it, once in their lives. */
const Sync = part(async () => {
  const [page] = await Promise.all([import('@/pages/frames/sync'), texts('sync', 'pages', 'account')()])
  return page
})

/** The content below the page and over it. */
export default function Foot({ shop }: { shop: ShopConfig | undefined }) {
  const unsynced = useSession(({ me }) => (me?.synced === false ? me.id : undefined))
  const conversation = useRouterState({ select: ({ matches }) => matches.at(-1)?.staticData.about?.conversation })
  useEffect(() => replayEarlySoon('late'), [])
  useEffect(() => {
    if (session.isSignOutPending())
      void load(() => import('@/features/account/finish-sign-out')).then(({ finishSignOut }) => finishSignOut())
  }, [])
  useEffect(() => {
    // Stored state is shared by all tabs of this browser.
    const read = ({ key }: StorageEvent) => {
      for (const store of [useVisitorCart, useRecentPurchasesStore])
        if (store.persist.getOptions().name === key) void store.persist.rehydrate()
    }
    addEventListener('storage', read)
    return () => removeEventListener('storage', read)
  }, [])
  usePrefetchShown()
  useLiveAccount()
  useLiveBadge()
  useLiveCart()
  useLiveShop()
  useWaitingLines()
  usePushRenewal()
  useStoredMessages()
  useOffline()
  return (
    <>
      <div className={cx(conversation && 'max-md:hidden')}>
        <Footer shop={shop} />
      </div>
      <CookieBar />
      {unsynced !== undefined && (
        <Suspense>
          <Sync key={unsynced} />
        </Suspense>
      )}
      <Over />
    </>
  )
}
