import { queryOptions } from '@tanstack/react-query'
import { purchaseGetWaiting } from '@/api/generated'
import { answerOf } from '@/api/problem'
import { queries } from '@/api/queries'
import { texts } from '@/i18n'

const KEY = ['waiting-orders'] as const

/** The user's payable orders, newest first. */
export function waitingQuery(userId: number) {
  return queryOptions({
    queryKey: [...KEY, userId],
    queryFn: async () => {
      const { items } = await answerOf(purchaseGetWaiting())
      // Most users have none, and need no texts for them.
      if (items.length > 0) await texts('orders')()
      return items
    },
    staleTime: 30_000,
  })
}

/** Removes an order that has ended. */
export function dropWaiting(userId: number, number: string): void {
  queries.setQueryData(waitingQuery(userId).queryKey, (orders) => orders?.filter((order) => order.number !== number))
}

/** Fetches the list again after an order was placed, paid or cancelled here. */
export function rereadWaiting(): void {
  void queries.invalidateQueries({ queryKey: KEY })
}
