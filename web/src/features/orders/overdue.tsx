import { Link } from '@tanstack/react-router'
import type { Order, OrderLine } from '@/api/generated'
import { useTexts } from '@/i18n'
import { serverNow } from '@/live'
import { useSecondsLeft } from '@/ui/countdown'
import { Notice } from '@/ui/feedback'

/** Says that a delivery takes longer than usual, once its time has passed by the server's clock. */
export function Overdue({ line: { overdueAt, supportThreadId, delivery, correctable }, order }: { line: OrderLine; order: Order }) {
  const t = useTexts('orders')
  // A line that its buyer can settle was reported with that choice.
  const settles = delivery.status === 'repair' && correctable != null
  const counts = overdueAt != null && order.paidAt != null && !settles
  const left = useSecondsLeft(counts ? Date.parse(overdueAt) : undefined, serverNow)
  if (!counts || left !== 0) return null
  const usual = order.typicalSeconds
  return (
    <Notice tone="warn">
      <p className="font-semibold">{t('overdue.heading')}</p>
      <p className="text-sm">
        {usual != null &&
          `${usual < 100 ? t('overdue.usualSeconds', { count: usual }) : t('overdue.usualMinutes', { count: Math.round(usual / 60) })} `}
        {t('overdue.next')}
      </p>
      {supportThreadId == null ? (
        <p className="text-sm text-mute">{t('overdue.opening')}</p>
      ) : (
        <Link
          to="/account/threads/$id"
          params={{ id: String(supportThreadId) }}
          className="inline-flex min-h-11 items-center text-sm text-lime underline"
        >
          {t('overdue.thread')}
        </Link>
      )}
    </Notice>
  )
}
