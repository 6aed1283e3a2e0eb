import { queryOptions } from '@tanstack/react-query'
import { purchaseGetWaiting } from '@/api/generated'
import { answerOf } from '@/api/problem'
import { queries } from '@/api/queries'
import { texts } from '@/i18n'

const KEY = ['waiting-orders'] as const

/** The person's orders that can still be paid, newest first. */
export function waitingQuery(userId: number) {
  return queryOptions({
    queryKey: [...KEY, userId],
    queryFn: async () => {
      const { items } = await answerOf(purchaseGetWaiting())
      // Most people have none, and need no words for them.
      if (items.length > 0) await texts('orders')()
      return items
    },
    staleTime: 30_000,
  })
}

/** It is over: nothing waits there any more. */
export function dropWaiting(userId: number, number: string): void {
  queries.setQueryData(waitingQuery(userId).queryKey, (orders) => orders?.filter((order) => order.number !== number))
}

/** One was placed, paid or given up here. */
export function rereadWaiting(): void {
  void queries.invalidateQueries({ queryKey: KEY })
}
