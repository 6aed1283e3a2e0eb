import type { DeliveryStatus, Order, OrderLine, PaymentStatus } from '@/api/generated'
import { useTarget } from '@/features/orders/labels'
import { useContent, useLanguage, useTexts } from '@/i18n'
import { formatDateTime } from '@/i18n/format'
import { Amount } from '@/ui/amount'
import { Tag } from '@/ui/tag'
import { Id } from './fact-list'
import { Panel, Row } from './parts'

const DELIVERY_TONES: Record<DeliveryStatus, 'lime' | 'amber' | 'red' | undefined> = {
  waiting: undefined,
  sent: 'amber',
  retrying: 'amber',
  delivered: 'lime',
  repair: 'red',
  closed: undefined,
}

/** What was bought, and how far its delivery is. */
export function Goods({ order: { lines } }: { order: Order }) {
  const t = useTexts('consoleOrders')
  return (
    <Panel heading={t('goods.heading')}>
      <ul className="flex flex-col divide-y divide-line">
        {lines.map((line) => (
          <Line key={line.id} line={line} />
        ))}
      </ul>
    </Panel>
  )
}

function Line({ line }: { line: OrderLine }) {
  const t = useTexts('consoleOrders')
  const content = useContent()
  const language = useLanguage()
  const target = useTarget()
  const { name, gameName, quantity, delivery, totalSatang, overdueAt, supportThreadId, seller } = line
  return (
    <li className="flex flex-col gap-0.5 py-2 first:pt-0 last:pb-0">
      <p className="flex justify-between gap-3">
        <span className="min-w-0">
          {quantity > 1 && <span className="num">{quantity}&nbsp;×&nbsp;</span>}
          {content(name)}
        </span>
        <Amount satang={totalSatang} decimals="exact" />
      </p>
      <p className="text-xs text-mute">
        <span lang="en">{content(gameName)}</span>
        {line.target !== 'none' && line.playerId && ` · ${target(line)}`}
        {seller && ` · ${seller}`}
      </p>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-mute">
        <Tag tone={DELIVERY_TONES[delivery.status]}>{t(`delivery.${delivery.status}`)}</Tag>
        {delivery.failureCode && delivery.status !== 'delivered' && <Id>{delivery.failureCode}</Id>}
        {delivery.deliveredAt && <span className="num">{formatDateTime(delivery.deliveredAt, language)}</span>}
        {overdueAt && <span>{t('goods.lateFrom', { time: formatDateTime(overdueAt, language) })}</span>}
        {supportThreadId != null && <span>{t('goods.thread', { id: supportThreadId })}</span>}
      </p>
    </li>
  )
}

const PAYMENT_TONES: Record<PaymentStatus, 'lime' | 'amber' | 'red' | undefined> = {
  created: undefined,
  awaiting: 'amber',
  captured: 'lime',
  failed: undefined,
  expired: undefined,
  mismatch: 'red',
}

/** How it is paid, and the numbers that others know the payment by. */
export function Payment({ order }: { order: Order }) {
  const t = useTexts('consoleOrders')
  const content = useContent()
  const language = useLanguage()
  const { payment, receiptNumber, channelName, paidAt, couponCode, discountSatang } = order
  return (
    <Panel heading={t('payment.heading')}>
      <dl className="flex flex-col gap-0.5">
        <Row label={t('payment.channel')}>{content(channelName)}</Row>
        {payment && (
          <>
            <Row label={t('payment.status')}>
              <Tag tone={PAYMENT_TONES[payment.status]}>{t(`paymentStatus.${payment.status}`)}</Tag>
            </Row>
            {payment.failureCode && (
              <Row label={t('payment.failure')}>
                <Id>{payment.failureCode}</Id>
              </Row>
            )}
            <Row label={t('payment.reference')}>
              <Id>{payment.reference}</Id>
            </Row>
            {payment.transactionId && (
              <Row label={t('payment.charge')}>
                <Id>{payment.transactionId}</Id>
              </Row>
            )}
            {payment.mobileNumber && <Row label={t('payment.number')}>{payment.mobileNumber}</Row>}
            {payment.card && (
              <Row label={t('payment.card')}>
                {payment.card.brand} •{payment.card.lastDigits}
              </Row>
            )}
          </>
        )}
        {paidAt && (
          <Row label={t('payment.paidAt')}>
            <span className="num">{formatDateTime(paidAt, language)}</span>
          </Row>
        )}
        <Row label={t('payment.receipt')}>
          {receiptNumber ? <Id>{receiptNumber}</Id> : <span className="text-mute">{t('payment.noReceipt')}</span>}
        </Row>
        {discountSatang > 0 && (
          <Row label={t('payment.discount')}>
            <Amount satang={-discountSatang} decimals="exact" /> {couponCode && <Id>{couponCode}</Id>}
          </Row>
        )}
      </dl>
    </Panel>
  )
}
