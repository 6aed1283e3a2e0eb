import type { Order } from '@/api/generated'

/** Reasons why a payment failed, as the shop and its payment provider name them; each has its own text. */
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

/** Reasons where a mobile number pays: the operator's message and the remedy differ. */
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

/** Reasons why a paid line waits for the staff; other reasons of partners mean nothing to a customer. */
export const DELIVERY_FAILURES = [
  'stock_gone',
  'share_used',
  'payment_returned',
  'player_forbidden',
  'account_abnormal',
  'minor_or_region',
  'level_too_low',
  'limit_exceeded',
  'region_restricted',
  'active_pass',
  'new_or_guest',
] as const

type PaymentFailure = (typeof PAYMENT_FAILURES)[number]
type NumberFailure = (typeof NUMBER_FAILURES)[number]
type DeliveryFailure = (typeof DELIVERY_FAILURES)[number]

/** A provider's unknown reasons are shown as a failed payment. */
export function paymentFailure(code: string | null | undefined): PaymentFailure {
  return PAYMENT_FAILURES.find((known) => known === code) ?? 'failed'
}

export function numberFailure(code: string | null | undefined): NumberFailure {
  return NUMBER_FAILURES.find((known) => known === code) ?? 'failed'
}

/** Whether the reason lies in the number: another code will hardly help. */
export function isOfNumber(code: string | null | undefined): boolean {
  return code === 'credit_short' || code === 'number_suspended' || code === 'number_blocked' || code === 'other_operator'
}

export function deliveryFailure(code: string | null | undefined): DeliveryFailure | undefined {
  return DELIVERY_FAILURES.find((known) => known === code)
}

/** Whether everything paid went back, and nothing was delivered for it. */
export function isPaidBack({ payment, status }: Pick<Order, 'payment' | 'status'>): boolean {
  return status === 'error' && payment != null && (payment.refundedSatang ?? 0) >= payment.amountSatang
}

/** Whether money came, but not the order's amount: the order counts neither as paid nor as unpaid. The staff settles it. */
export function isMismatch({ payment, paidAt }: Pick<Order, 'payment' | 'paidAt'>): boolean {
  return payment?.status === 'mismatch' && paidAt == null
}

/** Whether the staff have given up undelivered lines, and their money is still to be refunded. */
export const isToBeRefunded = ({ lines }: Order): boolean =>
  lines.some(({ delivery }) => delivery.status === 'closed') &&
  lines.every(({ delivery }) => delivery.status === 'closed' || delivery.status === 'delivered')
