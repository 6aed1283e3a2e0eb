import type { Order, PaymentChannel, PaymentFlow, ProblemCode } from '@/api/generated'
import type { ApiCode, ApiProblem } from '@/api/problem'
import { plainNumber } from '@/features/mobile/own-number'
import { withoutLanguage } from '@/i18n/language'
import { loadedPath } from '@/ui/loaded-at'

/** Returns the paying number for the request: the account's own one, which the shop knows, or the typed one. */
export function payingNumber(channel: Pick<PaymentChannel, 'byNumber'> | undefined, mine: boolean, number: string) {
  if (!channel?.byNumber) return {}
  return mine ? { myNumber: true } : { mobileNumber: plainNumber(number) }
}

/** The channel of an order that a coupon reduced to nothing. */
export const NO_PAYMENT = 'none'

/** Whether the document was loaded at the payment page, the only one whose content security policy allows the card form. */
export const isPaymentDocument = (path = loadedPath) => path !== undefined && /^\/payment\/process\/?$/.test(withoutLanguage(path))

/** The page of each payment flow. */
const PAGES = {
  code: (number: string) => ({ to: '/promtpay', search: { number } }) as const,
  otp: (number: string) => ({ to: '/payment/process', search: { order: number } }) as const,
  redirect: (number: string) => ({ to: '/payment/process', search: { order: number } }) as const,
  card: (number: string) => ({ to: '/payment/process', search: { order: number }, reloadDocument: !isPaymentDocument() }) as const,
} satisfies Record<PaymentFlow, unknown>

/** Returns the page on which an order waits for its payment; an order without anything to pay is complete. */
export function payPage({ paymentFlow, number }: Pick<Order, 'paymentFlow' | 'number'>) {
  return paymentFlow ? PAGES[paymentFlow](number) : ({ to: '/purchase/result', search: { number } } as const)
}

/** Returns the key in `orders` of the text that says what entering the number's code does. */
export const numberHint = ({ flow, networkTypes }: { flow?: string; networkTypes: PaymentChannel['networkTypes'] }) =>
  isWallet({ flow }) ? 'process.fromWallet' : networkTypes.includes('postpaid') ? 'process.fromBill' : 'process.fromBalance'

/** Returns the key in `orders` of that number's label. */
export const numberLabel = (channel: { flow?: string }) => (isWallet(channel) ? 'process.walletNumber' : 'process.payingNumber')

/** Whether the number of a channel that asks for one is a wallet's, which texts its code itself. */
const isWallet = ({ flow }: { flow?: string | undefined }) => flow === 'redirect'

/** Reasons why a channel does not accept a number: another number may work. */
const ABOUT_NUMBER: readonly ApiCode[] = ['channel_number', 'channel_credit']

/** Whether the reason lies in the paying number. */
export const isAboutNumber = (code: ApiCode) => ABOUT_NUMBER.includes(code) || code.startsWith('mobile_')

interface Reason {
  code: ProblemCode
  message: string
  /** The nearest channel that can pay. */
  suits?: string
}

const reasonOf = (problem: ApiProblem) => problem.body.reason as Reason | undefined

/** Returns the error of the paying number, as a text for its field. */
export function numberRefusal(problem: ApiProblem): string | undefined {
  const fields = problem.body.fieldMessages as Record<string, string> | undefined
  if (fields?.mobileNumber) return fields.mobileNumber
  if (isAboutNumber(problem.code)) return problem.message
  const reason = reasonOf(problem)
  return reason && isAboutNumber(reason.code) ? reason.message : undefined
}

/** Returns the specific reason why the channel does not take this purchase. */
export function channelRefusal(problem: ApiProblem): string | undefined {
  return problem.code === 'channel_not_allowed' ? reasonOf(problem)?.message : undefined
}

/** Returns the channel that suits the refused number, if it may be used for this purchase. */
export function suitingChannel<Known extends { code: string; allowed: boolean }>(problem: ApiProblem, channels: readonly Known[]) {
  return suitingOf(reasonOf(problem)?.suits, channels)
}

export function suitingOf<Known extends { code: string; allowed: boolean }>(suits: string | null | undefined, channels: readonly Known[]) {
  return suits == null ? undefined : channels.find(({ code, allowed }) => allowed && code === suits)
}
