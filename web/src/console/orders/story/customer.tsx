import type { Order, OrderStory } from '@/api/generated'
import { useLanguage, useTexts } from '@/i18n'
import { formatDate, formatDateTime } from '@/i18n/format'
import { Amount } from '@/ui/amount'
import { Avatar } from '@/ui/avatar'
import { Tag } from '@/ui/tag'
import { Id } from './fact-list'
import { moneyOf } from './money'
import { Panel, Row } from './parts'

/** Who bought, with contacts masked, and what stands out about them and this order. */
export function Customer({ data: { buyer, order } }: { data: OrderStory }) {
  const t = useTexts('consoleOrders')
  const language = useLanguage()
  const players = uniquePlayers(order)
  return (
    <Panel heading={t('customer.heading')}>
      <div className="flex items-center gap-2.5">
        <Avatar name={buyer.name} />
        <div className="min-w-0">
          <p className="num truncate leading-6">{buyer.name}</p>
          <p className="text-xs text-mute">{t('customer.since', { date: formatDate(buyer.since, language) })}</p>
        </div>
      </div>
      <dl className="flex flex-col gap-0.5">
        <Row label={t('customer.id')}>
          <Id>{String(buyer.userId)}</Id>
        </Row>
        <Row label={t('customer.mobile')}>
          {buyer.mobileMasked ? <span className="num whitespace-nowrap">{buyer.mobileMasked}</span> : <None />}
        </Row>
        <Row label={t('customer.email')}>{buyer.emailMasked ? <span lang="en">{buyer.emailMasked}</span> : <None />}</Row>
        {players.map(({ playerId, playerName, serverName, server }) => (
          <Row key={`${playerId} ${server}`} label={t('customer.player')}>
            <span className="num break-all">{playerId}</span>
            {playerName && playerName !== playerId && <span className="block">{playerName}</span>}
            {(serverName ?? server) && <span className="block text-mute">{serverName ?? server}</span>}
          </Row>
        ))}
      </dl>
      <Marks data={{ buyer, order }} />
    </Panel>
  )
}

function None() {
  const t = useTexts('consoleOrders')
  return <span className="text-mute">{t('customer.none')}</span>
}

function uniquePlayers({ lines }: Order): Order['lines'] {
  const seen = new Set<string>()
  return lines.filter(({ playerId, server }) => {
    const key = `${playerId} ${server}`
    if (!playerId || seen.has(key)) return false
    seen.add(key)
    return true
  })
}

/** What makes this buyer or order unusual. */
function Marks({ data: { buyer, order } }: { data: Pick<OrderStory, 'buyer' | 'order'> }) {
  const t = useTexts('consoleOrders')
  const language = useLanguage()
  const marks = [
    buyer.suspendedAt != null && {
      key: 'suspended',
      tone: 'red' as const,
      text: t('mark.suspended', { date: formatDate(buyer.suspendedAt, language) }),
      more: buyer.suspendedReason,
    },
    order.payment?.disputedAt != null && {
      key: 'disputed',
      tone: 'red' as const,
      text: t('mark.disputed', { time: formatDateTime(order.payment.disputedAt, language) }),
    },
    order.paymentChecking && { key: 'checking', tone: 'amber' as const, text: t('mark.checking') },
    order.refunds.length > 0 && { key: 'refunds', tone: 'amber' as const, text: t('mark.refunds', { count: order.refunds.length }) },
    order.cancelledAt != null && {
      key: 'cancelled',
      tone: undefined,
      text: t('mark.cancelled', { time: formatDateTime(order.cancelledAt, language) }),
    },
  ].filter((mark) => mark !== false)
  return (
    <div className="border-t border-line pt-2">
      <h3 className="mb-1 font-sans text-sm font-normal text-mute">{t('mark.heading')}</h3>
      {marks.length === 0 ? (
        <p>{t('mark.none')}</p>
      ) : (
        <ul className="flex flex-col gap-1.5">
          {marks.map(({ key, tone, text, more }) => (
            <li key={key}>
              <Tag tone={tone}>{text}</Tag>
              {more && <q className="block text-xs text-mute">{more}</q>}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** The order's money as our books have it. */
export function Money({ story }: Pick<OrderStory, 'story'>) {
  const t = useTexts('consoleOrders')
  const money = moneyOf(story)
  return (
    <Panel heading={t('money.heading')}>
      {money ? (
        <dl className="flex flex-col gap-0.5">
          <Row label={t('money.captured')}>
            <Amount satang={money.captured} decimals="exact" />
          </Row>
          <Row label={t('money.fee')}>
            <Amount satang={0 - money.fee} decimals="exact" />
          </Row>
          <Row label={t('money.delivered')}>
            <Amount satang={money.delivered} decimals="exact" />
          </Row>
          <Row label={t('money.returned')}>
            <Amount satang={money.returned} decimals="exact" />
          </Row>
          <Row label={t('money.owed')} className="mt-1 border-t border-line pt-1">
            <Amount satang={money.owed} decimals="exact" className={money.owed > 0 ? 'text-amber' : undefined} />
          </Row>
        </dl>
      ) : (
        <p className="text-mute">{t('money.none')}</p>
      )}
    </Panel>
  )
}
