import type { Order, OrderRefund, OrderSummary } from '@/api/generated'

const sum = (refunds: readonly OrderRefund[]) => refunds.reduce((total, { amountSatang }) => total + amountSatang, 0)

const isUnderWay = ({ state }: OrderRefund) => state === 'asked' || state === 'pending'

/** Whether a line's money went back. */
export const isRefunded = ({ refunds }: Pick<Order, 'refunds'>, lineId: number): boolean =>
  (refunds ?? []).some((refund) => refund.lineId === lineId && refund.state === 'done')

/** Returns how an order's refunds stand: one under way counts first; `part` where not all of the order's money went back. */
export function refundStage({
  refunds,
  totalSatang,
}: Pick<OrderSummary, 'refunds' | 'totalSatang'>): 'underWay' | 'done' | 'part' | undefined {
  const known = refunds ?? []
  if (known.some(isUnderWay)) return 'underWay'
  const done = sum(known.filter(({ state }) => state === 'done'))
  if (done === 0) return undefined
  return done < totalSatang ? 'part' : 'done'
}
