import type { Order } from '@/api/generated'
import { formatDateTime } from '@/i18n/format'
import type { Language } from '@/i18n/language'
import { plain } from '@/i18n/plain'
import { formatBaht } from '@/ui/amount'
import { payeeOf } from './payee'

type Text = (key: 'promptpay.merchant' | 'promptpay.payUntil', values: Readonly<Record<string, string>>) => string

/** Returns the lines under the code in its picture: in a gallery it stands alone, among others that have ended. */
export function pictureCaptions(
  { number, totalSatang, payment }: Pick<Order, 'number' | 'totalSatang' | 'payment'>,
  language: Language,
  t: Text,
) {
  const name = payeeOf(payment?.qrPayload ?? '') ?? payment?.nameAtBank
  const until = payment?.expiresAt
  return [
    `${formatBaht(totalSatang, 'exact')} THB`,
    number,
    ...(name ? [t('promptpay.merchant', { name })] : []),
    ...(until ? [t('promptpay.payUntil', { time: formatDateTime(until, language) })] : []),
  ].map(plain)
}
