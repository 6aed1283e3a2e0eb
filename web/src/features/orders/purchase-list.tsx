import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { purchaseGetMyPurchase, type OrderSummary } from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { useSession } from '@/api/session'
import { QueryError } from '@/ui/query-error'
import { useContent, useLanguage, useTexts } from '@/i18n'
import { formatDateTime } from '@/i18n/format'
import { useTopic } from '@/live'
import { Amount } from '@/ui/amount'
import { buttonClass } from '@/ui/button'
import { Cover } from '@/ui/cover'
import { EmptyState } from '@/ui/feedback'
import { Tag } from '@/ui/tag'

export type PurchaseStatus = OrderSummary['status']

export function usePurchases(page: number, perPage: number, status: PurchaseStatus | undefined) {
  return useQuery({
    queryKey: ['purchases', page, perPage, status ?? null],
    queryFn: () => answerOf(purchaseGetMyPurchase({ body: { page, perPage, ...(status && { status }) } })),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  })
}

/** The person's orders; each change to one arrives live. */
export function PurchaseList({ page, perPage, status }: { page: number; perPage: number; status: PurchaseStatus | undefined }) {
  const t = useTexts('orders')
  const me = useSession((session) => session.me)
  const { data, error, refetch, isPaused, isPlaceholderData } = usePurchases(page, perPage, status)
  useTopic(me?.live, { 'purchase.changed': () => void refetch() }, { onReload: () => void refetch() })
  // Offline no rows come, and those that were kept meanwhile belong to another page.
  const offline = isPaused && (!data || isPlaceholderData)
  if (offline || (error && !data)) return <QueryError problem={problemOf(error)} onRetry={() => void refetch()} />
  if (!data) return <div className="skeleton h-64" />
  if (data.items.length === 0) {
    return (
      <EmptyState
        action={
          <Link to="/games" className={buttonClass('plain')}>
            {t('result.again')}
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
        <PurchaseRow key={order.number} order={order} />
      ))}
    </ul>
  )
}

function PurchaseRow({ order }: { order: OrderSummary }) {
  const t = useTexts('orders')
  const content = useContent()
  const language = useLanguage()
  const [first] = order.lines
  if (!first) return null
  return (
    <li className="relative flex items-center gap-3.5 rounded-panel border border-line bg-panel p-3.5 hover:border-control">
      <Cover hue={first.hue} motif={first.motif} className="size-14 flex-none rounded-[10px]" />
      <div className="min-w-0 flex-1">
        <Link to="/purchase/result" search={{ number: order.number }} className="line-clamp-2 font-semibold after:absolute after:inset-0">
          {content(first.name)}
          {first.quantity > 1 && ` × ${first.quantity}`}
        </Link>
        <p className="text-sm text-mute">
          <span lang="en">{content(first.gameName)}</span>
          {order.lines.length > 1 && ` ${t('purchased.and', { count: order.lines.length - 1 })}`}
        </p>
        <p className="text-sm text-mute">
          {formatDateTime(order.createdAt, language)} · <span className="num whitespace-nowrap">{order.number}</span>
        </p>
      </div>
      <div className="flex flex-none flex-col items-end gap-1">
        <Amount satang={order.totalSatang} />
        <StatusTag status={order.status} paid={order.paidAt != null} />
      </div>
    </li>
  )
}

function StatusTag({ status, paid }: { status: PurchaseStatus; paid: boolean }) {
  const t = useTexts('orders')
  if (status === 'completed') return <Tag tone="lime">{t('status.completed')}</Tag>
  if (status === 'error') return <Tag tone="red">{t('status.error')}</Tag>
  if (status === 'incomplete') return <Tag>{t('status.incomplete')}</Tag>
  return <Tag tone="amber">{t(paid ? 'status.paid' : 'status.pending')}</Tag>
}
