import type { Order, PaymentFlow } from '@/api/generated'

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
  'cap_reached',
  'number_suspended',
  'number_blocked',
  'other_operator',
  'otp_too_soon',
  'failed',
] as const

/** Reasons where a bank or wallet is opened: no code is involved. */
export const REDIRECT_FAILURES = [
  'payment_unavailable',
  'charge_refused',
  'payment_rejected',
  'insufficient_balance',
  'payment_cancelled',
  'timeout',
  'failed',
  'reversed',
  'refunded',
] as const

/** Reasons where a card pays: another card may work. */
export const CARD_FAILURES = [
  'payment_unavailable',
  'charge_refused',
  'insufficient_fund',
  'stolen_or_lost_card',
  'failed_processing',
  'payment_rejected',
  'failed_fraud_check',
  'invalid_account_number',
  'missing_3ds_fields',
  'card_invalid',
  'payment_cancelled',
  'timeout',
  'failed',
  'reversed',
  'refunded',
] as const

/** The provider's words for a card or token that cannot be used. */
const CARD_GONE: readonly string[] = ['used_token', 'invalid_card_token', 'invalid_card', 'missing_card', 'card_missing']

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

type RedirectFailure = (typeof REDIRECT_FAILURES)[number]

function redirectFailure(code: string | null | undefined): RedirectFailure {
  if (code === 'insufficient_fund') return 'insufficient_balance'
  return REDIRECT_FAILURES.find((known) => known === code) ?? 'failed'
}

type CardFailure = (typeof CARD_FAILURES)[number]

function cardFailure(code: string | null | undefined): CardFailure {
  if (code && CARD_GONE.includes(code)) return 'card_invalid'
  if (code === 'insufficient_balance') return 'insufficient_fund'
  return CARD_FAILURES.find((known) => known === code) ?? 'failed'
}

/** Returns the key in `orders` of the text that says why the payment failed. */
export function failureText(flow: PaymentFlow | null | undefined, code: string | null | undefined) {
  if (flow === 'otp') return `numberFailure.${numberFailure(code)}` as const
  if (flow === 'redirect') return `redirectFailure.${redirectFailure(code)}` as const
  if (flow === 'card') return `cardFailure.${cardFailure(code)}` as const
  return `failure.${paymentFailure(code)}` as const
}

/** Whether the reason lies in the number: another code will hardly help. */
export function isOfNumber(code: string | null | undefined): boolean {
  return (
    code === 'credit_short' ||
    code === 'cap_reached' ||
    code === 'number_suspended' ||
    code === 'number_blocked' ||
    code === 'other_operator'
  )
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

/** Whether delivery of the line has failed, and the buyer says what happens next. */
export const isChosenByBuyer = ({ correctable, delivery }: Order['lines'][number]): boolean =>
  correctable != null && delivery.status === 'repair'

/** Whether the staff have given up undelivered lines, and their money is still to be refunded. */
export const isToBeRefunded = ({ lines }: Order): boolean =>
  lines.some(({ delivery }) => delivery.status === 'closed') &&
  lines.every(({ delivery }) => delivery.status === 'closed' || delivery.status === 'delivered')
