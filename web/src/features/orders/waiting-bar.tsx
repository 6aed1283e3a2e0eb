import { useQuery } from '@tanstack/react-query'
import { Link, useRouterState } from '@tanstack/react-router'
import { Hourglass } from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { Me, PurchaseLive, WaitingOrder } from '@/api/generated'
import { useSession } from '@/api/session'
import { useContent, useTexts } from '@/i18n'
import { serverNow, useTopic } from '@/live'
import { Amount } from '@/ui/amount'
import { clockTime, useSecondsLeft } from '@/ui/countdown'
import { payPage } from './channel'
import { dropWaiting, waitingQuery } from './waiting-orders'

/** Shown on every page while an order is unpaid: its name, price and time left, and a link to pay. */
export default function WaitingBar() {
  const me = useSession((session) => session.me)
  return me ? <OfMember me={me} /> : null
}

function OfMember({ me }: { me: Me }) {
  const here = useNumberHere()
  // An order's own page shows all of it: the bar need not fetch there.
  const { data, refetch } = useQuery({ ...waitingQuery(me.id), enabled: here === undefined })
  const changed = useRef(false)
  // Paid or ended for good: later changes of these orders are not fetched.
  const done = useRef(new Set<string>())
  const reread = async (number?: string) => {
    changed.current = false
    const { data: waiting } = await refetch()
    if (number !== undefined && waiting && !waiting.some((order) => order.number === number)) done.current.add(number)
  }
  const later = () => {
    changed.current = true
  }
  const hear = ({ number, status }: PurchaseLive) => {
    if (done.current.has(number)) return
    if (status !== 'pending') {
      done.current.add(number)
      dropWaiting(me.id, number)
    }
    // Its own page hears of it; the bar fetches when the user leaves that page.
    else if (number === here) later()
    else void reread(number)
  }
  useTopic(me.live, { 'purchase.changed': hear }, { onReload: () => (here === undefined ? void reread() : later()) })
  const left = useEffectEvent(() => {
    if (changed.current) void reread()
  })
  useEffect(() => left(), [here])
  const waiting = data?.filter(({ number }) => number !== here) ?? []
  const [order] = waiting
  return order ? <Bar key={order.number} order={order} more={waiting.length - 1} onOver={() => void refetch()} /> : null
}

/** Returns the number of the order that the page is about, if any. */
function useNumberHere(): string | undefined {
  return useRouterState({
    select: ({ location: { pathname, search } }) => {
      const { number, order } = search as { number?: string; order?: string }
      return pathname === '/payment/process' ? order : pathname === '/promtpay' || pathname === '/purchase/result' ? number : undefined
    },
  })
}

function Bar({ order, more, onOver }: { order: WaitingOrder; more: number; onOver: () => void }) {
  const t = useTexts('orders')
  const content = useContent()
  const left = useSecondsLeft(Date.parse(order.expiresAt), serverNow)
  const over = useEffectEvent(onOver)
  useEffect(() => {
    if (left === 0) over()
  }, [left])
  if (left === 0) return null
  return (
    <aside aria-label={t('bar.label')} className="border-b border-amber/40 bg-amber-dim text-sm">
      <div className="mx-auto flex min-h-11 max-w-[1200px] items-center gap-x-2.5 px-4 min-[1232px]:px-0">
        <Hourglass className="size-4 flex-none text-amber" aria-hidden="true" />
        <p className="flex min-w-0 flex-1 items-center gap-x-2.5 whitespace-nowrap">
          <span className="num min-w-0 overflow-x-clip text-ellipsis max-[379px]:hidden">{order.number}</span>
          <span className="min-w-0 overflow-x-clip text-ellipsis text-mute max-sm:hidden">
            {content(order.name)}
            {order.more > 0 && ` ${t('waiting.and', { count: order.more })}`}
          </span>
          <span className="flex-none">
            {t('bar.waits')} <Amount satang={order.totalSatang} className="text-text" />
          </span>
          {left !== undefined && (
            <span className="flex-none text-amber">
              <span aria-hidden="true">· </span>
              <span className="num">{t('waiting.left', { time: clockTime(left) })}</span>
            </span>
          )}
          {more > 0 && (
            <Link to="/account/purchased" search={{ status: 'pending' }} className="flex-none text-mute underline max-sm:hidden">
              {t('bar.more', { count: more })}
            </Link>
          )}
        </p>
        <Link {...payPage(order)} className="num inline-flex min-h-11 flex-none items-center font-semibold text-lime underline">
          {t('bar.pay')}
        </Link>
      </div>
    </aside>
  )
}
