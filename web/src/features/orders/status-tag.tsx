import type { OrderStatus } from '@/api/generated'
import { useTexts } from '@/i18n'
import { Tag } from '@/ui/tag'

interface OrderProgress {
  status: OrderStatus
  paidAt?: string | null
  cancelledAt?: string | null
}

/** The status of an order, in one word and colour wherever orders are shown. A cancelled or expired order does not count as failed. */
export function StatusTag({ order: { status, paidAt, cancelledAt } }: { order: OrderProgress }) {
  const t = useTexts('orders')
  if (status === 'completed') return <Tag tone="lime">{t('status.completed')}</Tag>
  if (status === 'error') return <Tag tone="amber">{t('status.error')}</Tag>
  if (status === 'incomplete') return <Tag>{t(cancelledAt ? 'status.cancelled' : 'status.incomplete')}</Tag>
  return paidAt == null ? <Tag tone="amber">{t('status.pending')}</Tag> : <Tag tone="lime">{t('status.paid')}</Tag>
}
