import type { Order } from '@/api/generated'

export type Stage = 'preparing' | 'awaiting' | 'paid' | 'over'

/** Where an order stands on the page on which it waits for its money. `over`: this code is, or the order. */
export function stageOf(order: Pick<Order, 'status' | 'paidAt' | 'payment'>): Stage {
  if (order.paidAt != null) return 'paid'
  if (order.status !== 'pending') return 'over'
  const status = order.payment?.status
  if (status === 'created') return 'preparing'
  return status === 'awaiting' ? 'awaiting' : 'over'
}
