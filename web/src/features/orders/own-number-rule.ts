import { useQuery } from '@tanstack/react-query'
import { type PaymentChannel, paymentsCheckRule } from '@/api/generated'
import type { CartSelection } from '@/features/coupons/checkout-coupon'
import { answerOf } from '@/api/problem'
import { isAboutNumber } from './channel'

/**
 * Returns why the account's own number cannot pay this through the chosen channel, before the order is tried: its network, or too little credit.
 * Undefined while that is unknown.
 */
export function useOwnNumberRule(
  selection: CartSelection,
  couponCode: string | undefined,
  channel: Pick<PaymentChannel, 'code' | 'byNumber'> | undefined,
  mine: boolean,
) {
  const enabled = mine && channel?.byNumber === true
  const code = channel?.code ?? ''
  const { data } = useQuery({
    queryKey: ['rule', 'own-number', selection, couponCode, code],
    queryFn: () =>
      answerOf(paymentsCheckRule({ body: { ...selection, ...(couponCode && { couponCode }), channel: code, myNumber: true } })),
    enabled,
    staleTime: 30_000,
    retry: false,
  })
  return enabled ? data?.reasons?.find(({ code }) => isAboutNumber(code)) : undefined
}
