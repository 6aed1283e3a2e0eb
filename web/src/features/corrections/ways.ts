import type { CorrectionChoice, FailureReason, Order, OrderLine, Refundability } from '@/api/generated'
import { NO_PAYMENT } from '@/features/orders/channel'

export type Way = CorrectionChoice

/** A way to settle a line: offered, or shown with the reason why it is not. */
export interface OfferedWay {
  way: Way
  offered: boolean
}

/** Returns the ways to settle a line; a code has no player to correct. */
export function waysOf({ correctable, playerId }: Pick<OrderLine, 'correctable' | 'playerId'>): OfferedWay[] {
  if (!correctable) return []
  const { player, products, refund } = correctable
  return [
    ...(playerId ? [{ way: 'player' as const, offered: player }] : []),
    { way: 'product', offered: products.length > 0 },
    { way: 'refund', offered: refund },
  ]
}

/** Returns the key of a way's texts: a number is not called an ID. */
export const textsOf = (way: Way, { target }: Pick<OrderLine, 'target'>) => (way === 'player' && target === 'number' ? 'number' : way)

type Reason = 'player' | 'number' | 'server' | 'forbidden' | 'limit' | 'stock' | 'withdrawn' | 'other'

const REASONS: Partial<Record<FailureReason, Reason>> = {
  player_unknown: 'player',
  not_eligible: 'number',
  already_active: 'number',
  wrong_network: 'number',
  number_suspended: 'number',
  number_blocked: 'number',
  server_required: 'server',
  server_unknown: 'server',
  server_closed: 'server',
  player_forbidden: 'forbidden',
  account_abnormal: 'forbidden',
  minor_or_region: 'forbidden',
  level_too_low: 'forbidden',
  region_restricted: 'forbidden',
  active_pass: 'forbidden',
  new_or_guest: 'forbidden',
  limit_exceeded: 'limit',
  out_of_stock: 'stock',
  stock_gone: 'stock',
  product_withdrawn: 'withdrawn',
  sku_unknown: 'withdrawn',
}

/** Returns the key of the text that says why the line was not delivered. */
export const reasonOf = (code: FailureReason | null | undefined): Reason => (code && REASONS[code]) || 'other'

/** The way that removes the reason; none where only the buyer can know. */
const REMEDIES: Partial<Record<Reason, Way>> = {
  player: 'player',
  number: 'player',
  server: 'player',
  forbidden: 'player',
  stock: 'product',
  withdrawn: 'product',
}

/** Returns the way to begin with: the one that helps, if it is offered, or the only one. */
export function suggestedWay(line: Pick<OrderLine, 'correctable' | 'playerId' | 'delivery'>): Way | undefined {
  const offered = waysOf(line).flatMap(({ way, offered }) => (offered ? [way] : []))
  if (offered.length === 1) return offered[0]
  const remedy = REMEDIES[reasonOf(line.delivery.failureCode)]
  return remedy && offered.includes(remedy) ? remedy : undefined
}

/** Where the money of a line goes, as a key of the text that says so. */
export type RefundRoute = 'card' | 'wallet' | 'number' | 'bank' | 'nothing'

/** Returns where the money of a line goes back to. A part of an order goes the way it came only where the channel can pay back parts. */
export function refundRoute(
  { channel, paymentFlow, paidAt, lines }: Pick<Order, 'channel' | 'paymentFlow' | 'paidAt' | 'lines'>,
  { totalSatang }: Pick<OrderLine, 'totalSatang'>,
  refund: Refundability,
  now: number,
): RefundRoute {
  if (channel === NO_PAYMENT || totalSatang === 0) return 'nothing'
  const inTime = refund.days == null || paidAt == null || now < Date.parse(paidAt) + refund.days * 86_400_000
  const able = lines.length > 1 ? refund.part : refund.whole
  if (!able || !inTime) return 'bank'
  if (paymentFlow === 'card') return 'card'
  return paymentFlow === 'otp' ? 'number' : 'wallet'
}
