import { useQuery } from '@tanstack/react-query'
import type { Order, OrderLine } from '@/api/generated'
import { problemOf } from '@/api/problem'
import { orderChannelsQuery } from '@/features/orders/change-channel'
import { useInSentence } from '@/features/orders/labels'
import { useContent, useTexts } from '@/i18n'
import { serverNow } from '@/live'
import { formatBaht } from '@/ui/amount'
import { QueryError } from '@/ui/query-error'
import { NextButton } from './next-button'
import type { Decision } from './decision'
import { refundRoute } from './ways'

interface RefundWayProps {
  order: Order
  line: OrderLine
  onDecide: (decision: Decision) => void
}

/** The money back: by which way, and how long it takes. */
export function RefundWay({ order, line, onDecide }: RefundWayProps) {
  const t = useTexts('corrections')
  const content = useContent()
  const inSentence = useInSentence()
  const { data, error, refetch } = useQuery(orderChannelsQuery(order.number))
  if (error && !data) return <QueryError problem={problemOf(error)} onRetry={() => void refetch()} />
  if (!data) return <div className="skeleton h-24" />
  const refund = data.items.find(({ code }) => code === order.channel)?.refund
  const route = refundRoute(order, line, refund ?? { whole: false, part: false, to: 'bank_transfer' }, serverNow())
  const how = t(`refund.${route}`, { channel: inSentence(order.channelName) })
  const amount = formatBaht(line.totalSatang, 'exact')
  return (
    <>
      <p>{how}</p>
      <NextButton
        onClick={() =>
          onDecide({
            choice: { choice: 'refund' },
            action: t('confirm.doRefund', { amount }),
            what: (
              <>
                <p>{t('confirm.refund', { product: content(line.name), amount })}</p>
                <p>{how}</p>
                <p className="text-sm text-mute">{t('confirm.final')}</p>
              </>
            ),
          })
        }
      >
        {t('refund.next')}
      </NextButton>
    </>
  )
}
