import type { OrderRefund, OrderStatus } from '@/api/generated'
import { useTexts } from '@/i18n'
import { Tag } from '@/ui/tag'
import { refundStage } from './refunds'

interface OrderProgress {
  status: OrderStatus
  paidAt?: string | null
  cancelledAt?: string | null
  totalSatang?: number
  refunds?: OrderRefund[]
}

/** The status of an order, in one word and colour wherever orders are shown. A cancelled or expired order does not count as failed. */
export function StatusTag({ order: { status, paidAt, cancelledAt, totalSatang = 0, refunds = [] } }: { order: OrderProgress }) {
  const t = useTexts('orders')
  const refund = refundStage(refunds, totalSatang)
  if (refund === 'underWay') return <Tag tone="amber">{t('status.refunding')}</Tag>
  if (refund === 'done') return <Tag>{t('status.refunded')}</Tag>
  if (refund === 'part' && status === 'error') return <Tag>{t('status.refundedPart')}</Tag>
  if (status === 'completed') return <Tag tone="lime">{t('status.completed')}</Tag>
  if (status === 'error') return <Tag tone="amber">{t('status.error')}</Tag>
  if (status === 'incomplete') return <Tag>{t(cancelledAt ? 'status.cancelled' : 'status.incomplete')}</Tag>
  return paidAt == null ? <Tag tone="amber">{t('status.pending')}</Tag> : <Tag tone="lime">{t('status.paid')}</Tag>
}
