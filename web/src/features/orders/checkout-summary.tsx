import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import type { PaymentFlow } from '@/api/generated'
import type { ApiProblem } from '@/api/problem'
import { useTexts } from '@/i18n'
import { Amount } from '@/ui/amount'
import { Button } from '@/ui/button'
import { Notice } from '@/ui/feedback'
import { PayFoot } from '@/ui/pay-foot'
import { useProblemText } from '@/ui/query-error'
import { channelRefusal, payPage } from './channel'
import { unbroken } from './labels'
import { PayLabel } from './pay-label'
import type { Checkout } from './use-checkout'

/** The total, a refusal of the order, and the button that places it. */
export function CheckoutSummary({ checkout }: { checkout: Checkout }) {
  const t = useTexts('orders')
  const problemText = useProblemText()
  const { totals, totalSatang, problem, numberRefused, ordering, unheard, nothing, channels, channel, ownRefused, uncertain, pay } =
    checkout
  const chosen = channels.find(({ code }) => code === channel)
  const payLabel = <PayLabel channel={chosen} satang={totalSatang} beside />
  return (
    <aside
      aria-label={t('process.summary')}
      className="flex flex-col gap-4 max-md:border-t max-md:border-line max-md:pt-5 md:sticky md:top-24 md:rounded-panel md:border md:border-line md:bg-panel md:p-5"
    >
      <h2 className="text-lg max-md:sr-only">{t('process.summary')}</h2>
      <dl className="flex flex-col gap-1.5">
        <Row label={t('process.subtotal')} satang={totals.subtotalSatang} />
        {totals.discountSatang > 0 && <Row label={t('process.discount')} satang={-totals.discountSatang} />}
        {totals.vatSatang > 0 && <Row label={t('process.vat')} satang={totals.vatSatang} />}
      </dl>
      {problem && problem.code !== 'price_changed' && problem.code !== 'order_waiting' && numberRefused === undefined && (
        <Refused key={ordering.submittedAt}>
          <p>{channelRefusal(problem) ?? problemText(problem)}</p>
          <OpenOrders problem={problem} />
          {problem.code === 'payment_checking' ? (
            <CheckedOrder problem={problem} />
          ) : (
            <p className="text-sm text-mute">{t(problem.status === 0 || problem.status >= 500 ? 'process.unheard' : 'process.kept')}</p>
          )}
        </Refused>
      )}
      {unheard && <Notice tone="warn">{t('process.unheard')}</Notice>}
      <PayFoot label={t('process.total')} satang={totalSatang}>
        <Button
          look="primary"
          className="max-md:px-3"
          disabled={(!nothing && (!channel || ownRefused !== undefined)) || uncertain}
          busy={ordering.isPending}
          onClick={pay}
        >
          <span>{ordering.isPending ? t('process.creating') : nothing ? t('process.placeOrder') : payLabel}</span>
        </Button>
      </PayFoot>
      <p className="text-sm text-mute">{t('process.final')}</p>
    </aside>
  )
}

/** The reason why the order was refused, scrolled into view: on a phone the button is always at the bottom. */
function Refused({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.scrollIntoView?.({ block: 'nearest' })
  }, [])
  return (
    <div ref={place} className="scroll-mt-24 scroll-mb-28">
      <Notice tone="error">{children}</Notice>
    </div>
  )
}

/** Unpaid orders that must be paid or cancelled before another can be placed. */
function OpenOrders({ problem }: { problem: ApiProblem }) {
  const t = useTexts('orders')
  if (problem.code !== 'open_orders_limit') return null
  const orders = (problem.body.orders ?? []) as readonly { number: string; paymentFlow?: PaymentFlow; totalSatang: number }[]
  return (
    <ul className="my-2 flex flex-col">
      {orders.map((order) => (
        <li key={order.number}>
          <Link {...payPage(order)} className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 underline">
            <span>{t('process.openOrder', { number: order.number })}</span>
            <Amount satang={order.totalSatang} decimals="exact" />
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** The same order, whose payment is being checked: it is not paid a second time. */
function CheckedOrder({ problem: { params } }: { problem: ApiProblem }) {
  const t = useTexts('orders')
  if (typeof params.number !== 'string') return null
  return (
    <Link to="/purchase/result" search={{ number: params.number }} className="inline-flex min-h-11 items-center underline">
      {t('checking.see', { number: unbroken(params.number) })}
    </Link>
  )
}

function Row({ label, satang }: { label: string; satang: number }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-mute">{label}</dt>
      <dd>
        <Amount satang={satang} decimals="exact" className={satang < 0 ? 'text-lime' : undefined} />
      </dd>
    </div>
  )
}
