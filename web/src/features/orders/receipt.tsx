import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { purchaseGetReceipt } from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { QueryError } from '@/ui/query-error'
import { useContent, useLanguage, useTexts } from '@/i18n'
import { formatDate, formatDateTime } from '@/i18n/format'
import { Amount } from '@/ui/amount'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'

/** The receipt of a paid order, to be read or printed. */
export function ReceiptDialog({ number, onClose }: { number: string; onClose: () => void }) {
  const t = useTexts('orders')
  const common = useTexts('common')
  const { data, error, refetch } = useQuery({
    queryKey: ['Receipt', number],
    queryFn: () => answerOf(purchaseGetReceipt({ path: { number } })),
  })
  return (
    <Dialog
      open
      width={600}
      onClose={onClose}
      title={t('receipt.title')}
      actions={
        <>
          <Button look="ghost" onClick={onClose}>
            {common('action.close')}
          </Button>
          <Button look="primary" disabled={!data} onClick={() => window.print()}>
            <Printer className="size-5" aria-hidden="true" />
            {t('receipt.print')}
          </Button>
        </>
      }
    >
      {error ? (
        <QueryError problem={problemOf(error)} onRetry={() => void refetch()} />
      ) : data ? (
        <Paper receipt={data} />
      ) : (
        <div className="skeleton h-72" />
      )}
    </Dialog>
  )
}

type Receipt = NonNullable<Awaited<ReturnType<typeof purchaseGetReceipt>>['data']>

function Paper({ receipt }: { receipt: Receipt }) {
  const t = useTexts('orders')
  const content = useContent()
  const language = useLanguage()
  const facts: Array<[string, string]> = [
    [t('result.receipt'), receipt.receiptNumber],
    [t('result.number'), receipt.orderNumber],
    [t('result.paidAt'), formatDateTime(receipt.paidAt, language)],
    [t('receipt.buyer'), receipt.buyer],
    [t('receipt.channel'), content(receipt.channel)],
    ...(receipt.transactionId ? [[t('result.reference'), receipt.transactionId] as [string, string]] : []),
  ]
  return (
    <div data-print="" className="flex flex-col gap-5">
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-sm [&>dd]:text-right [&>dd]:break-all [&>dt]:text-mute">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <ul className="flex flex-col divide-y divide-line border-y border-line">
        {receipt.lines.map((line, index) => (
          // Two lines may be the same in everything; their order never changes.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index} className="flex items-start justify-between gap-4 py-3">
            <span className="min-w-0">
              <span className="block">
                {content(line.gameName)} · {content(line.name)}
              </span>
              <span className="block text-sm text-mute">
                {line.quantity} × <Amount satang={line.unitPriceSatang} decimals="exact" />
                {line.playerId && ` · ${t('receipt.player', { id: line.playerId })}`}
              </span>
              <span className="block text-sm text-mute">{t('receipt.seller', { name: line.seller })}</span>
            </span>
            <Amount satang={line.amountSatang} decimals="exact" className="flex-none" />
          </li>
        ))}
      </ul>
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1.5 [&>dd]:text-right [&>dt]:text-mute">
        <dt>{t('receipt.subtotal')}</dt>
        <dd>
          <Amount satang={receipt.subtotalSatang} decimals="exact" />
        </dd>
        {receipt.discountSatang > 0 && (
          <>
            <dt>{receipt.couponCode ? t('receipt.coupon', { code: receipt.couponCode }) : t('process.discount')}</dt>
            <dd>
              <Amount satang={-receipt.discountSatang} decimals="exact" />
            </dd>
          </>
        )}
        {receipt.vatSatang > 0 && (
          <>
            <dt>{t('receipt.vat')}</dt>
            <dd>
              <Amount satang={receipt.vatSatang} decimals="exact" />
            </dd>
          </>
        )}
        <dt className="text-lg">{t('receipt.total')}</dt>
        <dd className="text-lg">
          <Amount satang={receipt.totalSatang} decimals="exact" />
        </dd>
        {receipt.refundedSatang != null && (
          <>
            <dt>
              {receipt.refundedAt ? t('receipt.refundedAt', { date: formatDate(receipt.refundedAt, language) }) : t('receipt.refunded')}
            </dt>
            <dd>
              <Amount satang={-receipt.refundedSatang} decimals="exact" />
            </dd>
          </>
        )}
      </dl>
    </div>
  )
}
