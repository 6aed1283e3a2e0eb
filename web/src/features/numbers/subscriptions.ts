import { queryOptions } from '@tanstack/react-query'
import { type Subscription, type SubscriptionPage, subscriptionsListSubscriptions } from '@/api/generated'
import { queries } from '@/api/queries'
import { answerOf } from '@/api/problem'

export const PER_PAGE = 20

export function subscriptionsQuery(userId: number, page: number) {
  return queryOptions({
    queryKey: ['subscriptions', userId, page],
    queryFn: () => answerOf(subscriptionsListSubscriptions({ query: { page, perPage: PER_PAGE } })),
    staleTime: 5_000,
  })
}

/** Shows the state of one from the server's answer, unless a newer one is shown already. */
export function showSubscription(userId: number, page: number, fresh: Subscription): void {
  queries.setQueryData<SubscriptionPage>(
    subscriptionsQuery(userId, page).queryKey,
    (shown) =>
      shown && {
        ...shown,
        items: shown.items.map((known) => (known.lineId === fresh.lineId && known.version < fresh.version ? fresh : known)),
      },
  )
}
