import type { Cart, CartLive } from '@/api/generated'
import { queries } from '@/api/queries'
import { useSession } from '@/api/session'
import { useTopic } from '@/live'
import { cartQuery } from './cart'

/** A change made here brings the cart with its answer, which the event may overtake. */
const OWN_ANSWER_MS = 300

const reread = () => void queries.invalidateQueries({ queryKey: cartQuery.queryKey })

/** Reads the cart again unless the shown one has the change already. */
function catchUp({ version }: CartLive): void {
  setTimeout(() => {
    const shown = queries.getQueryData<Cart>(cartQuery.queryKey)
    if (!shown || shown.version < version) reread()
  }, OWN_ANSWER_MS)
}

/** Keeps a member's cart current with every tab and device. Used once a page; a visitor's cart follows the browser's storage. */
export function useLiveCart(): void {
  const me = useSession((session) => session.me)
  useTopic(me?.live, { 'cart.changed': catchUp }, { onReload: reread })
}
