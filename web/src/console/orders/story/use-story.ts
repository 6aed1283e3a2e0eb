import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { consoleGetOrderStory, type OrderStory } from '@/api/generated'
import { answerOf } from '@/api/problem'
import { withLive } from '@/features/orders/order'
import { useTopic } from '@/live'

const storyQuery = (number: string) =>
  queryOptions({
    queryKey: ['console', 'order', number],
    queryFn: () => answerOf(consoleGetOrderStory({ path: { number } })),
    // What no topic tells (a mail that went out, a look at a code) may have come since.
    staleTime: 0,
    refetchOnWindowFocus: true,
  })

/** An order and its story. The order's topic brings each change of state at once, and the story is read again for it. */
export function useStory(number: string) {
  const queries = useQueryClient()
  const options = storyQuery(number)
  const query = useQuery(options)
  useTopic(
    query.data?.order.live,
    {
      'order.changed': (live) => {
        queries.setQueryData<OrderStory>(options.queryKey, (known) => known && { ...known, order: withLive(known.order, live) })
        void query.refetch()
      },
    },
    { onReload: () => void query.refetch() },
  )
  return query
}
