import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Cart } from '@/api/generated'
import { queries } from '@/api/queries'
import { answerOf } from '@/api/problem'
import { useSession } from '@/api/session'
import { isVisitors, useVisitorCart } from './visitor'

/** The header counts the cart on every page; the API client is loaded only if there is a cart to fetch. */
const calls = () => import('@/api/generated/sdk.gen')

export const cartQuery = queryOptions({
  queryKey: ['cart'],
  queryFn: async () => answerOf((await calls()).cartGetMine()),
  staleTime: 15_000,
})

/** Shows a cart from the server's answer, unless a newer one is shown already. */
export function showCart(cart: Cart): void {
  queries.setQueryData<Cart>(cartQuery.queryKey, (shown) => (shown && shown.version > cart.version ? shown : cart))
}

/** Pieces in the cart, for the badge. */
export function useCartCount(): number {
  const member = useSession((session) => session.status === 'member')
  const visitor = useVisitorCart((cart) => cart.lines.reduce((sum, line) => sum + (isVisitors(line) ? line.quantity : 0), 0))
  const { data } = useQuery({ ...cartQuery, enabled: member })
  return member ? (data?.count ?? 0) : visitor
}
