import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { SupportOrder, SupportThread } from '@/api/generated'
import { StatusTag } from '@/features/orders/status-tag'
import { useContent, useLanguage, useTexts } from '@/i18n'
import { formatDateTime } from '@/i18n/format'
import { Amount } from '@/ui/amount'
import type { ThreadSide } from './queries'

interface AttachedProps {
  thread: SupportThread
  side: ThreadSide
}

/** A thread's topic, its order or tournament, and for staff the page from which it was written. */
export function Attached({ thread, side }: AttachedProps) {
  const t = useTexts('support')
  const content = useContent()
  const { order, tournament, page, topic } = thread
  return (
    <section aria-label={t('about')} className="flex flex-col rounded-panel border border-line bg-panel px-4 py-2">
      <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1">
        <p className="text-sm text-mute">{t(`topic.${topic}`)}</p>
        {order && side === 'member' && (
          <>
            <Link to="/purchase/result" search={{ number: order.number }} className={`num whitespace-nowrap ${LINK}`}>
              {order.number}
            </Link>
            <StatusTag order={order} />
          </>
        )}
        {tournament && (
          <Link to="/esport/tournament/$id" params={{ id: String(tournament.id) }} className={LINK}>
            {content(tournament.name)}
          </Link>
        )}
      </div>
      {side === 'staff' && (
        <>
          {order && <StaffOrder order={order} />}
          {page && (
            <p className="flex flex-wrap items-center gap-x-2 text-sm text-mute">
              {t('written')}
              <a href={page} className={`break-all ${LINK}`}>
                {page}
              </a>
            </p>
          )}
        </>
      )}
    </section>
  )
}

const LINK = 'inline-flex min-h-11 items-center underline underline-offset-4 hover:text-lime'

/** The order as staff need it for an answer; its number leads to the whole story. */
function StaffOrder({ order }: { order: SupportOrder }) {
  const t = useTexts('support')
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3">
        <Link to="/console/orders/$number" params={{ number: order.number }} className={`num whitespace-nowrap ${LINK}`}>
          {t('order.number', { number: order.number })}
        </Link>
        <StatusTag order={order} />
      </p>
      <OrderFacts order={order} />
    </>
  )
}

function OrderFacts({ order }: { order: SupportOrder }) {
  const t = useTexts('support')
  const orders = useTexts('orders')
  const content = useContent()
  const language = useLanguage()
  const references = [order.paymentReference, order.transactionId].filter(Boolean)
  return (
    <div className="flex flex-col gap-3 pb-3 text-sm">
      <ul className="flex flex-col gap-1.5">
        {order.lines.map((line, index) => (
          // Two lines may be equal in everything; their order never changes.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index} className="flex flex-wrap justify-between gap-x-4">
            <span className="min-w-0 [overflow-wrap:anywhere]">
              {content(line.gameName)} {content(line.name)}
              {line.quantity > 1 && ` ×\u00A0${line.quantity}`}
              {line.playerId && (
                <span className="num text-mute">
                  {' '}
                  {t('order.player', { id: line.playerId })} {line.server}
                </span>
              )}
            </span>
            <span className="text-mute">{[orders(`delivery.${line.delivery}`), line.failureCode].filter(Boolean).join(' · ')}</span>
          </li>
        ))}
      </ul>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        <Fact name={t('order.ordered')}>{formatDateTime(order.createdAt, language)}</Fact>
        {order.paidAt && <Fact name={t('order.paid')}>{formatDateTime(order.paidAt, language)}</Fact>}
        <Fact name={t('order.channel')}>{content(order.channelName)}</Fact>
        <Fact name={t('order.total')}>
          <Amount satang={order.totalSatang} decimals="exact" />
        </Fact>
        {references.length > 0 && <Fact name={t('order.reference')}>{references.join(' / ')}</Fact>}
      </dl>
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-mute">{name}</dt>
      <dd className="num min-w-0 break-all">{children}</dd>
    </>
  )
}
