import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { purchaseGetMyPurchase, type OrderSummary } from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { useSession } from '@/api/session'
import { QueryError } from '@/ui/query-error'
import { useContent, useLanguage, useTexts } from '@/i18n'
import { formatDateTime } from '@/i18n/format'
import { isForNumber } from '@/features/numbers/kinds'
import { serverNow, useTopic } from '@/live'
import { Amount } from '@/ui/amount'
import { buttonClass } from '@/ui/button'
import { clockTime, useSecondsLeft } from '@/ui/countdown'
import { Cover } from '@/ui/cover'
import { EmptyState } from '@/ui/feedback'
import { payPage } from './channel'
import { StatusTag } from './status-tag'

/** Filters the user's orders; an empty filter matches all of them. */
export interface PurchaseFilter {
  /** `pending`: orders that can still be paid. */
  status?: OrderSummary['status']
  /** Part of a number, a game, a package, a player. */
  q?: string
  /** Days in Bangkok, the first and the last. */
  from?: string
  to?: string
}

export function usePurchases(page: number, perPage: number, { status, q, from, to }: PurchaseFilter = {}) {
  const body = {
    ...(status === 'pending' ? { waiting: true } : status && { status }),
    ...(q && { q }),
    ...(from && { from }),
    ...(to && { to }),
  }
  return useQuery({
    queryKey: ['purchases', page, perPage, body],
    queryFn: () => answerOf(purchaseGetMyPurchase({ body: { page, perPage, ...body } })),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  })
}

interface PurchaseListProps {
  page: number
  perPage: number
  filter?: PurchaseFilter
  /** Clears the filter, if there is one. */
  onClear?: () => void
}

/** The person's orders; each change to one arrives live. */
export function PurchaseList({ page, perPage, filter, onClear }: PurchaseListProps) {
  const t = useTexts('orders')
  const me = useSession((session) => session.me)
  const { data, error, refetch, isPaused, isPlaceholderData } = usePurchases(page, perPage, filter)
  useTopic(me?.live, { 'purchase.changed': () => void refetch() }, { onReload: () => void refetch() })
  // Offline no rows arrive, and cached ones belong to another page.
  const offline = isPaused && (!data || isPlaceholderData)
  if (offline || (error && !data)) return <QueryError problem={problemOf(error)} onRetry={() => void refetch()} />
  if (!data) return <div className="skeleton h-64" />
  if (data.items.length === 0) {
    return onClear ? (
      <EmptyState
        action={
          <button type="button" className={buttonClass('plain')} onClick={onClear}>
            {t('purchased.clear')}
          </button>
        }
      >
        {t('purchased.none')}
      </EmptyState>
    ) : (
      <EmptyState
        action={
          <Link to="/games" className={buttonClass('plain')}>
            {t('result.start')}
          </Link>
        }
      >
        {t('purchased.empty')}
      </EmptyState>
    )
  }
  return (
    <ul className="flex flex-col gap-3">
      {data.items.map((order) => (
        <PurchaseRow key={order.number} order={order} onOver={() => void refetch()} />
      ))}
    </ul>
  )
}

function PurchaseRow({ order, onOver }: { order: OrderSummary; onOver: () => void }) {
  const t = useTexts('orders')
  const content = useContent()
  const language = useLanguage()
  const [first] = order.lines
  if (!first) return null
  const seller = first.seller ?? undefined
  const waits = order.status === 'pending' && order.paidAt == null
  return (
    <li className="relative flex flex-col gap-3 rounded-panel border border-line bg-panel p-3.5 hover:border-control">
      <div className="flex items-start gap-3.5">
        <Cover
          hue={first.hue}
          motif={first.motif}
          glyph={first.glyph}
          card={first.kind === 'voucher'}
          className="size-14 flex-none rounded-[10px]"
        />
        <div className="min-w-0 flex-1">
          <Link to="/purchase/result" search={{ number: order.number }} className="line-clamp-2 font-semibold after:absolute after:inset-0">
            {content(first.name)}
            {first.quantity > 1 && ` ×\u00A0${first.quantity}`}
          </Link>
          <p className="text-sm text-mute">
            <span lang="en">{content(first.gameName)}</span>
            {order.lines.length > 1 && ` ${t('purchased.and', { count: order.lines.length - 1 })}`}
          </p>
          {isForNumber(first.kind) && (
            <p className="flex flex-wrap gap-x-3 text-sm text-mute">
              {first.playerName && <span className="num whitespace-nowrap">{first.playerName}</span>}
              {seller !== undefined && <span>{t('seller', { name: seller })}</span>}
            </p>
          )}
          <p className="flex flex-wrap gap-x-3 text-sm text-mute">
            <span className="whitespace-nowrap">{formatDateTime(order.createdAt, language)}</span>
            <span className="num whitespace-nowrap">{order.number}</span>
          </p>
        </div>
        <div className="flex flex-none flex-col items-end gap-1">
          <Amount satang={order.totalSatang} />
          <StatusTag order={order} />
          {!waits && (
            <Link
              to="/contact"
              search={{ order: order.number }}
              className="relative -mb-3 inline-flex min-h-11 items-center text-xs text-mute underline hover:text-text"
            >
              {t('result.report')}
            </Link>
          )}
        </div>
      </div>
      {waits && <ToPay order={order} onOver={onOver} />}
    </li>
  )
}

/** The time left to pay an order, and a link to pay it. */
function ToPay({ order, onOver }: { order: OrderSummary; onOver: () => void }) {
  const t = useTexts('orders')
  const left = useSecondsLeft(Date.parse(order.expiresAt), serverNow)
  const over = useEffectEvent(onOver)
  useEffect(() => {
    if (left === 0) over()
  }, [left])
  if (left === 0) return null
  return (
    <div className="flex items-center justify-end gap-4">
      {left !== undefined && <span className="num flex-1 text-sm text-amber">{t('waiting.left', { time: clockTime(left) })}</span>}
      <Link {...payPage(order)} className={`relative ${buttonClass('primary', 'sm')}`}>
        {t('purchased.pay')}
      </Link>
    </div>
  )
}
