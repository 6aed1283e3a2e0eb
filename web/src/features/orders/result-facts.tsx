import { Suspense, useState } from 'react'
import type { Order } from '@/api/generated'
import { cardName } from '@/features/cards/names'
import { useContent, useLanguage, useTexts } from '@/i18n'
import { formatDateTime } from '@/i18n/format'
import { Amount } from '@/ui/amount'
import { part } from '@/ui/load'

const ReceiptDialog = part(async () => ({ default: (await import('./receipt')).ReceiptDialog }))

/** Numbers, times and the total; lines show their full price, and discounts appear here once. */
export function ResultFacts({ order }: { order: Order }) {
  const t = useTexts('orders')
  const content = useContent()
  const language = useLanguage()
  const [receipt, setReceipt] = useState(false)
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 border-t border-line pt-4 text-sm [&>dd]:text-right [&>dt]:text-mute">
      <dt>{t('result.number')}</dt>
      <dd className="num whitespace-nowrap">{order.number}</dd>
      {order.receiptNumber && (
        <>
          <dt>{t('result.receipt')}</dt>
          <dd>
            <span className="num block">{order.receiptNumber}</span>
            <button type="button" className="min-h-11 text-lime underline" onClick={() => setReceipt(true)}>
              {t('receipt.show')}
            </button>
            {receipt && (
              <Suspense>
                <ReceiptDialog number={order.number} onClose={() => setReceipt(false)} />
              </Suspense>
            )}
          </dd>
        </>
      )}
      <dt>{t(order.paidAt ? 'result.paidAt' : 'result.orderedAt')}</dt>
      <dd>{formatDateTime(order.paidAt ?? order.createdAt, language)}</dd>
      <dt>{t('result.channel')}</dt>
      <dd>
        {content(order.channelName)}
        {order.payment?.card && <span className="num block whitespace-nowrap">{cardName(order.payment.card)}</span>}
      </dd>
      {order.payment?.transactionId && order.paidAt && (
        <>
          <dt>{t('result.reference')}</dt>
          <dd className="num text-xs leading-6 text-balance break-all">{order.payment.transactionId}</dd>
        </>
      )}
      {(order.discountSatang > 0 || order.vatSatang > 0) && (
        <>
          <dt>{t('result.subtotal')}</dt>
          <dd>
            <Amount satang={order.subtotalSatang} decimals="exact" />
          </dd>
        </>
      )}
      {order.discountSatang > 0 && (
        <>
          <dt>{t('process.discount')}</dt>
          <dd>
            {order.couponCode && <span className="num mr-2 text-sm text-mute">{order.couponCode}</span>}
            <Amount satang={-order.discountSatang} decimals="exact" className="text-lime" />
          </dd>
        </>
      )}
      {order.vatSatang > 0 && (
        <>
          <dt>{t('process.vat')}</dt>
          <dd>
            <Amount satang={order.vatSatang} decimals="exact" />
          </dd>
        </>
      )}
      <dt className="self-end">{t(order.paidAt ? 'result.total' : 'result.ordered')}</dt>
      <dd>
        <Amount satang={order.totalSatang} decimals="exact" className="text-lg" />
      </dd>
    </dl>
  )
}
