import { useQuery } from '@tanstack/react-query'
import { mobileCheckCreditBalance, type PaymentChannel } from '@/api/generated'
import { answerOf } from '@/api/problem'
import { useTexts } from '@/i18n'
import { formatBaht } from '@/ui/amount'
import { unbroken } from './labels'

/**
 * Returns the credit of the account's own number as a text for the card of its channel; undefined while it loads and if the operator does not
 * say. `own`: the masked number.
 */
export function useOwnCredit(own: string | undefined): (channel: Pick<PaymentChannel, 'byNumber' | 'networkTypes'>) => string | undefined {
  const t = useTexts('orders')
  const { data } = useQuery({
    queryKey: ['credit', own],
    queryFn: () => answerOf(mobileCheckCreditBalance({ body: {} })),
    enabled: own !== undefined,
    staleTime: 60_000,
    retry: false,
  })
  return (channel) => {
    // The operator is queried for the number of the identity check, if that differs.
    if (!data || own === undefined || data.mobileMasked !== own || data.status !== 'active') return undefined
    const left = data.balanceSatang ?? data.availableSatang
    const { networkType } = data
    if (left == null || networkType === 'other' || !channel.byNumber || !channel.networkTypes.includes(networkType)) return undefined
    return t(`process.own.${networkType}`, { number: unbroken(own), amount: formatBaht(left) })
  }
}
