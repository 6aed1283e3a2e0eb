import { Link } from '@tanstack/react-router'
import type { OrderSummary } from '@/api/generated'
import { useSession } from '@/api/session'
import { useContent, useTexts } from '@/i18n'
import { useTopic } from '@/live'
import { buttonClass } from '@/ui/button'
import { Cover } from '@/ui/cover'
import { payPage } from './channel'
import { usePurchases } from './purchase-list'
import { StatusTag } from './status-tag'

/** Returns the user's newest order while it waits for its payment, its delivery, or the staff. */
export function useRunningOrder(): OrderSummary | undefined {
  const me = useSession((session) => session.me)
  const { data, refetch } = usePurchases(1, 1)
  useTopic(me?.live, { 'purchase.changed': () => void refetch() }, { onReload: () => void refetch() })
  const order = data?.items[0]
  return order && (order.status === 'pending' || order.status === 'error') ? order : undefined
}

/** An order that is under way, as a row: what it is, how it stands, and the way to it. */
export function RunningOrder({ order }: { order: OrderSummary }) {
  const t = useTexts('orders')
  const content = useContent()
  const { number, status, paidAt, lines } = order
  const [line] = lines
  const unpaid = status === 'pending' && paidAt == null
  return (
    <li className="flex items-center gap-3.5 py-2.5">
      {line && (
        <Cover
          hue={line.hue}
          motif={line.motif}
          glyph={line.glyph}
          card={line.kind === 'voucher'}
          className="size-11 flex-none rounded-[9px]"
        />
      )}
      <div className="min-w-0 flex-1">
        <p className="line-clamp-1 font-semibold">{line && content(line.name)}</p>
        <p className="flex flex-wrap items-center gap-x-2 text-sm text-mute">
          <StatusTag order={order} />
          <span className="num whitespace-nowrap">{number}</span>
        </p>
      </div>
      {unpaid ? (
        <Link {...payPage(order)} className={buttonClass('plain', 'sm')}>
          {t('bar.pay')}
        </Link>
      ) : (
        <Link to="/purchase/result" search={{ number }} className={buttonClass('plain', 'sm')}>
          {t('track.look')}
        </Link>
      )}
    </li>
  )
}
