import type { Order, OrderLine, OrderRefund } from '@/api/generated'

const sum = (refunds: readonly OrderRefund[]) => refunds.reduce((total, { amountSatang }) => total + amountSatang, 0)

const isDone = ({ state }: OrderRefund) => state === 'done'
const isUnderWay = ({ state }: OrderRefund) => state === 'asked' || state === 'pending'

/** Whether all of a line's money went back. */
export function isRefunded({ refunds = [] }: Pick<Order, 'refunds'>, { id, totalSatang }: Pick<OrderLine, 'id' | 'totalSatang'>): boolean {
  const done = refunds.filter((refund) => refund.lineId === id && isDone(refund))
  return done.length > 0 && sum(done) >= totalSatang
}

/** Returns how an order's refunds stand: one under way counts first; `part` where not all of the order's money went back. */
export function refundStage(refunds: readonly OrderRefund[], totalSatang: number): 'underWay' | 'done' | 'part' | undefined {
  if (refunds.some(isUnderWay)) return 'underWay'
  const done = sum(refunds.filter(isDone))
  if (done === 0) return undefined
  return done < totalSatang ? 'part' : 'done'
}
