import { useId } from 'react'
import type { Order, OrderRefund } from '@/api/generated'
import { useContent, useLanguage, useTexts } from '@/i18n'
import { formatDate, formatDateTime } from '@/i18n/format'
import { Amount } from '@/ui/amount'
import { Tag } from '@/ui/tag'
import { useInSentence } from './labels'

const TONES = { asked: 'amber', pending: 'amber', done: 'lime', refused: undefined } as const

/** The money that goes back: how much, by which way, how far it is, and since when. */
export function RefundList({ order }: { order: Order }) {
  const t = useTexts('orders')
  const heading = useId()
  return (
    <section aria-labelledby={heading} aria-live="polite" className="rounded-panel border border-line bg-panel p-3.5">
      <h2 id={heading} className="font-sans text-base font-semibold">
        {t('refunds.heading')}
      </h2>
      <ul className="divide-y divide-line">
        {order.refunds.map((refund, index) => (
          // Refunds are only ever added.
          // oxlint-disable-next-line react/no-array-index-key
          <Row key={index} refund={refund} order={order} />
        ))}
      </ul>
    </section>
  )
}

function Row({ refund: { amountSatang, way, state, createdAt, doneAt, lineId }, order }: { refund: OrderRefund; order: Order }) {
  const t = useTexts('orders')
  const content = useContent()
  const inSentence = useInSentence()
  const language = useLanguage()
  const line = order.lines.length > 1 ? order.lines.find(({ id }) => id === lineId) : undefined
  const when =
    state === 'done'
      ? t('refunds.doneAt', { date: formatDate(doneAt ?? createdAt, language) })
      : t('refunds.askedAt', { date: formatDateTime(createdAt, language) })
  return (
    <li className="flex items-start justify-between gap-4 py-2.5 last:pb-0">
      <div className="min-w-0 text-sm">
        <p>{way === 'outside' ? t('refunds.outside') : t('refunds.channel', { channel: inSentence(order.channelName) })}</p>
        {line && <p className="text-mute">{content(line.name)}</p>}
        <p className="text-mute">{when}</p>
        {state === 'refused' && <p className="text-amber">{t('refunds.refusedText')}</p>}
      </div>
      <div className="flex flex-none flex-col items-end gap-1">
        <Amount satang={amountSatang} decimals="exact" />
        <Tag tone={TONES[state]}>{t(`refunds.${state}`)}</Tag>
      </div>
    </li>
  )
}
