import type { Order, PaymentChannel, PaymentFlow, ProblemCode } from '@/api/generated'
import type { ApiCode, ApiProblem } from '@/api/problem'
import { plainNumber } from '@/features/mobile/own-number'

/** How the shop is told which number pays: the account's own one, which it knows, or the one that was typed. */
export function payingNumber(channel: Pick<PaymentChannel, 'byNumber'> | undefined, mine: boolean, number: string) {
  if (!channel?.byNumber) return {}
  return mine ? { myNumber: true } : { mobileNumber: plainNumber(number) }
}

/** The channel of an order that a coupon left nothing to pay of. */
export const NO_PAYMENT = 'none'

/** The page of each way to pay. */
const PAGES = {
  code: (number: string) => ({ to: '/promtpay', search: { number } }) as const,
  otp: (number: string) => ({ to: '/payment/process', search: { order: number } }) as const,
} satisfies Record<PaymentFlow, unknown>

/** The page that an order waits for its money on; one without anything to pay is complete. */
export function payPage({ paymentFlow, number }: Pick<Order, 'paymentFlow' | 'number'>) {
  return paymentFlow ? PAGES[paymentFlow](number) : ({ to: '/purchase/result', search: { number } } as const)
}

/** What happens when the number's code is typed, as a text of `orders`. */
export const numberHint = ({ networkTypes }: Pick<PaymentChannel, 'networkTypes'>) =>
  networkTypes.includes('postpaid') ? 'process.fromBill' : 'process.fromBalance'

/** Why a channel takes no money from a number: another number may do. */
const ABOUT_NUMBER: readonly ApiCode[] = ['channel_number', 'channel_credit']

/** Whether a reason lies in the number that is to pay. */
export const isAboutNumber = (code: ApiCode) => ABOUT_NUMBER.includes(code) || code.startsWith('mobile_')

interface Reason {
  code: ProblemCode
  message: string
  /** The channel that the number would be right for. */
  suits?: string
}

const reasonOf = (problem: ApiProblem) => problem.body.reason as Reason | undefined

/** Returns the error of the number that was to pay, as a text for its field. */
export function numberRefusal(problem: ApiProblem): string | undefined {
  const fields = problem.body.fieldMessages as Record<string, string> | undefined
  if (fields?.mobileNumber) return fields.mobileNumber
  if (isAboutNumber(problem.code)) return problem.message
  const reason = reasonOf(problem)
  return reason && isAboutNumber(reason.code) ? reason.message : undefined
}

/** Why the channel does not take this purchase: more than that it does not. */
export function channelRefusal(problem: ApiProblem): string | undefined {
  return problem.code === 'channel_not_allowed' ? reasonOf(problem)?.message : undefined
}

/** The way to pay that the refused number is right for, where it may be used for this purchase. */
export function suitingChannel<Known extends { code: string; allowed: boolean }>(problem: ApiProblem, channels: readonly Known[]) {
  return suitingOf(reasonOf(problem)?.suits, channels)
}

export function suitingOf<Known extends { code: string; allowed: boolean }>(suits: string | null | undefined, channels: readonly Known[]) {
  return suits == null ? undefined : channels.find(({ code, allowed }) => allowed && code === suits)
}
