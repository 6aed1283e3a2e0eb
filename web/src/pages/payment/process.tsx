import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { paymentsCheckRule, paymentsListChannels as listChannels } from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { useSession } from '@/api/session'
import { QueryError } from '@/ui/query-error'
import { LoginGate } from '@/features/login-gate/login-gate'
import { Elsewhere } from '@/features/catalogue/elsewhere-lazy'
import { saveCoupon, loadCoupon } from '@/features/coupons/saved-coupon'
import { texts, useTexts } from '@/i18n'
import { buttonClass } from '@/ui/button'
import { EmptyState } from '@/ui/feedback'
import { Checkout } from '@/features/orders/checkout'
import type { CheckoutView } from '@/features/orders/use-checkout'
import { numberOf } from '@/features/numbers/number'
import { directSelection, useBuying } from '@/features/orders/items'
import { part } from '@/ui/load'

const OrderPage = part(async () => {
  const [page] = await Promise.all([import('@/features/orders/order-page'), texts('mobile')()])
  return { default: page.OrderPage }
})
const HandedOverPage = part(async () => ({ default: (await import('@/features/orders/handed-over')).HandedOverPage }))

const NumberForgotten = part(async () => {
  const [page] = await Promise.all([import('@/features/numbers/forgotten'), texts('numbers')()])
  return page
})

const WAITING = <div className="skeleton mx-auto h-[640px] max-w-md" />

/** The checkout; an ordered payment by number or at a bank continues here, also on a phone that a computer handed it to. */
export function ProcessPage() {
  const t = useTexts('orders')
  const { order, handover } = useSearch({ from: '/payment/process' })
  if (handover !== undefined) {
    return (
      <Suspense fallback={WAITING}>
        <HandedOverPage token={handover} />
      </Suspense>
    )
  }
  if (order === undefined) return <ToOrder />
  return (
    <LoginGate heading={t('process.heading')}>
      <Suspense fallback={WAITING}>
        <OrderPage key={order} number={order} />
      </Suspense>
    </LoginGate>
  )
}

function ToOrder() {
  const t = useTexts('orders')
  const { product, quantity, player, server } = useSearch({ from: '/payment/process' })
  return (
    <div className="flex flex-col gap-6">
      <h1 className="text-2xl">{t('process.heading')}</h1>
      <LoginGate>
        {product !== undefined && player !== undefined && numberOf(player) === undefined ? (
          <Suspense>
            <NumberForgotten productId={product} />
          </Suspense>
        ) : (
          <Process key={JSON.stringify([product, quantity, player, server])} />
        )}
      </LoginGate>
    </div>
  )
}

function Process() {
  const t = useTexts('orders')
  const { product, quantity = 1, player: named, server, channel, region, coupon: given } = useSearch({ from: '/payment/process' })
  const navigate = useNavigate()
  const me = useSession((session) => session.me?.id)
  const [coupon, setCoupon] = useState(() => given ?? loadCoupon(me) ?? '')
  const player = named === undefined ? undefined : numberOf(named)
  const target = product === undefined ? undefined : { productId: product, quantity, playerId: player ?? '', server: server ?? '' }
  const buying = useBuying(target)
  // The cart has to load its lines first.
  const selection = target ? directSelection(target) : buying.data?.selection
  // While an order is requested, and until its outcome is known, the page stays as it is: ordered items have left the cart.
  const [held, setHeld] = useState<CheckoutView>()
  const asking = {
    enabled: selection !== undefined && selection.cartItemIds?.length !== 0 && held === undefined,
    staleTime: 0,
    // A removed line takes neither the page nor the choices away.
    placeholderData: keepPreviousData,
  }
  const body = selection ?? {}
  const key = JSON.stringify(body)
  const channels = useQuery({ queryKey: ['channels', key], queryFn: () => answerOf(listChannels({ body })), ...asking })
  const rule = useQuery({ queryKey: ['rule', key], queryFn: () => answerOf(paymentsCheckRule({ body })), ...asking, retry: false })
  // Pieces and prices change with the cart.
  const outdated = useRecount(asking.enabled ? buying.data?.version : undefined, () => Promise.all([channels.refetch(), rule.refetch()]))
  const askAgain = () => {
    void buying.refetch()
    void channels.refetch()
    void rule.refetch()
  }
  let now: CheckoutView | undefined
  if (selection && buying.data && buying.data.items.length > 0 && channels.data && rule.data) {
    const { items, leftOut } = buying.data
    const counting = outdated || rule.isPlaceholderData || channels.isPlaceholderData
    now = {
      items,
      leftOut,
      counting,
      selection,
      channels: channels.data.items,
      own: channels.data.myNumber?.masked,
      totals: rule.data.totals,
    }
  }
  const shown = held ?? now
  if (!shown) {
    const failed = (!buying.data && buying.error) || (!channels.data && channels.error) || (!rule.data && rule.error)
    const problem = failed ? problemOf(failed) : undefined
    if (buying.data?.items.length === 0 || problem?.code === 'cart_empty') return <Empty leftOut={buying.data?.leftOut} />
    if (!problem) return <div className="skeleton h-96" />
    return (
      <QueryError problem={problem} onRetry={askAgain}>
        {t('process.kept')}
      </QueryError>
    )
  }
  return (
    <Checkout
      {...shown}
      onHold={(hold) => setHeld(hold ? shown : undefined)}
      preferred={channel}
      region={region}
      // From here on this is the chosen one, also on the way to verifying and back.
      onChosen={() =>
        void (channel && navigate({ to: '.', search: (before) => ({ ...before, channel: undefined }), replace: true, resetScroll: false }))
      }
      coupon={coupon}
      onCoupon={(code) => {
        setCoupon(code)
        saveCoupon(me, undefined)
      }}
      // A valid coupon is kept in the address, so that it survives a sign-in or a verification on the way.
      onCouponKnown={(code) => {
        if (code !== given) void navigate({ to: '.', search: (before) => ({ ...before, coupon: code }), replace: true, resetScroll: false })
      }}
      onChanged={askAgain}
    />
  )
}

/** Counts again when the cart has changed since it was counted. Returns whether the totals still belong to the cart of before. */
function useRecount(version: number | undefined, recount: () => Promise<unknown>): boolean {
  const [counted, setCounted] = useState<number>()
  // The first cart is counted by the queries themselves.
  if (counted === undefined && version !== undefined) setCounted(version)
  const again = useEffectEvent(recount)
  const outdated = counted !== undefined && version !== undefined && version !== counted
  useEffect(() => {
    if (!outdated) return
    let replaced = false
    void again().finally(() => {
      if (!replaced) setCounted(version)
    })
    return () => {
      replaced = true
    }
  }, [outdated, version])
  return outdated
}

function Empty({ leftOut = 0 }: { leftOut?: number }) {
  const t = useTexts('orders')
  return (
    <>
      <EmptyState
        action={
          <div className="flex flex-wrap justify-center gap-3">
            <Link to="/account/purchased" className={buttonClass('plain')}>
              {t('result.purchases')}
            </Link>
            <Link to={leftOut > 0 ? '/cart' : '/games'} className={buttonClass('primary')}>
              {t(leftOut > 0 ? 'process.toCart' : 'process.choose')}
            </Link>
          </div>
        }
      >
        {t(leftOut > 0 ? 'process.noneBuyable' : 'process.empty')}
      </EmptyState>
      <Suspense>
        <Elsewhere />
      </Suspense>
    </>
  )
}
