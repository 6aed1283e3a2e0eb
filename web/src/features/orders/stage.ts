import type { Order } from '@/api/generated'

export type Stage = 'choosing' | 'preparing' | 'awaiting' | 'paid' | 'over'

/** Returns the stage of an order on the page that waits for its payment. `choosing`: the buyer has yet to give a card. `over`: this code has ended, or the order. */
export function stageOf(order: Pick<Order, 'status' | 'paidAt' | 'payment'>): Stage {
  if (order.paidAt != null) return 'paid'
  if (order.status !== 'pending') return 'over'
  const status = order.payment?.status
  if (status === 'created') return order.payment?.needsCard ? 'choosing' : 'preparing'
  return status === 'awaiting' ? 'awaiting' : 'over'
}
