import type { Order } from '@/api/generated'

/** Why a payment came to nothing, as the shop and its payment provider name it; each has a text of its own. */
export const PAYMENT_FAILURES = [
  'payment_unavailable',
  'charge_refused',
  'amount_mismatch',
  'payment_rejected',
  'payment_cancelled',
  'failed',
  'reversed',
  'refunded',
] as const

/** The same where a mobile number pays: what its operator says, and what to do about it, is another thing. */
export const NUMBER_FAILURES = [
  'payment_unavailable',
  'charge_refused',
  'balance_short',
  'credit_short',
  'number_suspended',
  'number_blocked',
  'other_operator',
  'otp_too_soon',
  'failed',
] as const

/** Why a paid line waits for the staff; partners' own reasons say nothing to a customer. */
export const DELIVERY_FAILURES = ['stock_gone', 'share_used', 'payment_returned'] as const

type PaymentFailure = (typeof PAYMENT_FAILURES)[number]
type NumberFailure = (typeof NUMBER_FAILURES)[number]
type DeliveryFailure = (typeof DELIVERY_FAILURES)[number]

/** Providers may give reasons unknown to us: these are shown as a failed payment. */
export function paymentFailure(code: string | null | undefined): PaymentFailure {
  return PAYMENT_FAILURES.find((known) => known === code) ?? 'failed'
}

export function numberFailure(code: string | null | undefined): NumberFailure {
  return NUMBER_FAILURES.find((known) => known === code) ?? 'failed'
}

/** It lies in the number: another code will hardly help. */
export function isOfNumber(code: string | null | undefined): boolean {
  return code === 'credit_short' || code === 'number_suspended' || code === 'number_blocked' || code === 'other_operator'
}

export function deliveryFailure(code: string | null | undefined): DeliveryFailure | undefined {
  return DELIVERY_FAILURES.find((known) => known === code)
}

/** All that was paid went back, and nothing was delivered for it. */
export function isPaidBack({ payment, status }: Pick<Order, 'payment' | 'status'>): boolean {
  return status === 'error' && payment != null && (payment.refundedSatang ?? 0) >= payment.amountSatang
}

/** Money came, but not the order's amount: it was neither bought nor was nothing paid. The staff settles it. */
export function isMismatch({ payment, paidAt }: Pick<Order, 'payment' | 'paidAt'>): boolean {
  return payment?.status === 'mismatch' && paidAt == null
}

/** Staff have given up what was not delivered, and its money is still to go back. */
export const isToBeRefunded = ({ lines }: Order): boolean =>
  lines.some(({ delivery }) => delivery.status === 'closed') &&
  lines.every(({ delivery }) => delivery.status === 'closed' || delivery.status === 'delivered')
