import { queryOptions, useQuery } from '@tanstack/react-query'
import { purchaseGetById, type Order, type OrderLive } from '@/api/generated'
import { answerOf } from '@/api/problem'
import { queries } from '@/api/queries'
import { useTopic } from '@/live'

/** Applies an event's newer state to an order from REST. A REST answer and an event may come in either order: the higher version stays. */
export function withLive(order: Order, live: OrderLive): Order {
  if (live.version <= order.version) return order
  const lines = new Map(live.lines.map((line) => [line.id, line]))
  return {
    ...order,
    status: live.status,
    version: live.version,
    channel: live.channel,
    channelName: live.channelName,
    paymentFlow: live.paymentFlow ?? null,
    paidAt: live.paidAt ?? null,
    receiptNumber: live.receiptNumber ?? null,
    completedAt: live.completedAt ?? null,
    cancelledAt: live.cancelledAt ?? null,
    payment: live.payment ?? null,
    timeline: live.timeline,
    lines: order.lines.map((line) => {
      const { delivery, activation } = lines.get(line.id) ?? line
      return { ...line, delivery, ...(activation !== undefined && { activation }) }
    }),
  }
}

/** Merges the shown order and a fresh REST answer: the newer one, with the fresh answer's grant. */
export function newer(shown: Order | undefined, fresh: Order): Order {
  return shown && shown.version > fresh.version ? { ...shown, live: fresh.live } : fresh
}

function orderQuery(number: string) {
  return queryOptions({
    queryKey: ['order', number],
    queryFn: () => answerOf(purchaseGetById({ body: { number } })),
    structuralSharing: (shown, fresh) => newer(shown as Order | undefined, fresh as Order),
    // The topic delivers changes since then, also to a page that opens the order later.
    staleTime: 30_000,
  })
}

export function showOrder(order: Order): void {
  queries.setQueryData<Order>(orderQuery(order.number).queryKey, order)
}

/** Fetches the order again, since an event may have been missed. */
export function rereadOrder(number: string): Promise<void> {
  return queries.invalidateQueries({ queryKey: orderQuery(number).queryKey })
}

/** An order, kept current by its topic. Reading it again happens only when the hub says that something may have been missed. */
export function useOrder(number: string | undefined, enabled: boolean) {
  const query = useQuery({ ...orderQuery(number ?? ''), enabled: enabled && number !== undefined })
  useTopic(
    query.data?.live,
    {
      'order.changed': (data) => {
        const key = orderQuery(data.number).queryKey
        queries.setQueryData<Order>(key, (order) => order && withLive(order, data))
      },
    },
    { onReload: () => void query.refetch() },
  )
  return query
}
