import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { purchaseCreateOrder, type CartTotals, type CreateOrder } from '@/api/generated'
import { type ApiProblem, answerOf, problemOf } from '@/api/problem'
import { queries } from '@/api/queries'
import { useSession } from '@/api/session'
import { isUndecided } from '@/api/undecided'
import { useProblemText } from '@/ui/query-error'
import { cartQuery } from '@/features/cart/cart'
import { type CartSelection, CheckoutCoupon, useCoupon, useReducedChannels } from '@/features/coupons/checkout-coupon'
import { saveCoupon } from '@/features/coupons/saved-coupon'
import { useContent, useLanguage, useTexts } from '@/i18n'
import { withoutLanguage } from '@/i18n/language'
import { Amount, formatBaht } from '@/ui/amount'
import { Button } from '@/ui/button'
import { Cover } from '@/ui/cover'
import { Dialog } from '@/ui/dialog'
import { Notice } from '@/ui/feedback'
import { PayFoot } from '@/ui/pay-foot'
import { channelRefusal, isByNumber, NO_PAYMENT, numberRefusal, payingNumber, payPage, suitingChannel, suitingOf } from './channel'
import type { Item } from './items'
import { type PendingOrder, clearPendingOrder, savePendingOrder, loadPendingOrder } from './pending-order'
import { type PaymentChoice, saveChoice, loadChoice } from './saved-choice'
import { type Channel, PayBy } from './pay-by'
import { showOrder } from './order'
import { useOwnNumberRule } from './own-number-rule'
import { rememberOrder } from './remember'
import { useInSentence, useTarget } from './labels'
import { rereadWaiting } from './waiting-orders'
import { type WaitingTwin, WaitingTwinDialog } from './waiting-twin'

const TOTAL_CHANGED = ['price_changed', 'flash_sale_sold_out', 'flash_sale_limit']
/** What is shown cannot be bought as it stands any more. */
const CART_CHANGED = ['product_sold_out', 'product_withdrawn', 'stock_insufficient', 'cart_item_not_found']

/** Asked before it is paid: the total that was shown and the one it is now, or just the lines that cost another price than they did. */
type Question = { old: number; next: number } | 'lines'

/** What is to be paid, and how it can be. */
export interface CheckoutView {
  items: readonly Item[]
  /** Lines of the cart that are not among them */
  leftOut?: number
  /** The totals are still those of other items. */
  counting?: boolean
  selection: CartSelection
  channels: readonly Channel[]
  /** The account's own verified number, its middle covered */
  own?: string | undefined
  totals: CartTotals
}

interface CheckoutProps extends CheckoutView {
  /** What is shown has to stay as it is, or need not any more. */
  onHold: (hold: boolean) => void
  /** The channel to begin with: the one that this was bought by before, or that was chosen on the page before. It is not asked again. */
  preferred?: string | undefined
  onChosen?: () => void
  /** The code of the coupon to use */
  coupon?: string
  onCoupon?: (code: string) => void
  /** The coupon that holds, or that none does. */
  onCouponKnown?: (code: string | undefined) => void
  /** What is shown is not what it costs any more. */
  onChanged: () => void
}

export function Checkout({
  items,
  leftOut = 0,
  counting = false,
  selection,
  channels: listed,
  own,
  totals: full,
  onHold,
  preferred,
  onChosen,
  coupon = '',
  onCoupon,
  onCouponKnown,
  onChanged,
}: CheckoutProps) {
  const t = useTexts('orders')
  const common = useTexts('common')
  const content = useContent()
  const inSentence = useInSentence()
  const problemText = useProblemText()
  const navigate = useNavigate()
  const me = useSession((session) => session.me)
  const [settled, setSettled] = useState(() => listed.some(({ code, allowed }) => allowed && code === preferred))
  const [choice, setChoice] = useState<PaymentChoice>(() => {
    const kept = loadChoice(me?.id)
    const allowed = listed.filter((known) => known.allowed)
    return {
      channel:
        (allowed.find(({ code }) => code === preferred) ?? allowed.find(({ code }) => code === kept.channel) ?? allowed[0])?.code ?? '',
      number: kept.number ?? '',
      mine: kept.mine,
    }
  })
  const { number } = choice
  const mine = own !== undefined && (choice.mine ?? number === '')
  const numberField = useRef<HTMLInputElement>(null)
  // Verifying leads away and back here: what was chosen is found again.
  const verify = () => {
    const { pathname, search } = window.location
    void navigate({ to: '/account/verify', search: { returnTo: withoutLanguage(pathname) + search } })
  }
  const [question, setQuestion] = useState<Question>()
  const [twin, setTwin] = useState<WaitingTwin>()
  const changed = items.filter((item) => item.oldPriceSatang !== undefined)
  const prices = JSON.stringify(changed.map(({ key, unitPriceSatang }) => [key, unitPriceSatang]))
  const [agreed, setAgreed] = useState('[]')
  // What was asked for and may have been placed: not known before the shop says. Other items, another total or number are another intention.
  const [asked, setAsked] = useState(() => loadPendingOrder(me?.id, selection))
  const reduced = useCoupon(selection, coupon, full.totalSatang, asked !== undefined)
  const totals = reduced.check?.totals ?? full
  const { code } = reduced
  // What the coupon leaves may be too little for a way to pay.
  const left = useReducedChannels(selection, code, full.totalSatang, asked !== undefined)
  const channels: readonly Channel[] = left.channels ?? listed
  const allowed = channels.filter((known) => known.allowed)
  const channel = (allowed.find((known) => known.code === choice.channel) ?? allowed[0])?.code ?? ''
  useCouponKnown(reduced.busy ? undefined : { code }, onCouponKnown)
  const totalSatang = asked && asked.body.couponCode === code ? asked.body.expectedTotalSatang : totals.totalSatang
  // What it comes to is being asked about.
  const ownRefused = useOwnNumberRule(selection, code, channel, mine && asked === undefined)
  const uncertain = counting || reduced.busy || left.busy
  const nothing = totalSatang === 0
  const ordering = useMutation({
    mutationFn: ({ key, body }: PendingOrder) => answerOf(purchaseCreateOrder({ headers: { 'Idempotency-Key': key }, body })),
    onSuccess: (order) => {
      clearPendingOrder()
      saveCoupon(me?.id, undefined)
      rememberOrder(order)
      showOrder(order)
      rereadWaiting()
      if (!selection.direct) void queries.invalidateQueries({ queryKey: cartQuery.queryKey })
      if (code) void queries.invalidateQueries({ queryKey: ['coupons'] })
      void navigate({ ...payPage(order), replace: true })
    },
    onError: (cause, { body }) => {
      const problem = problemOf(cause)
      if (!isUndecided(problem)) {
        clearPendingOrder()
        setAsked(undefined)
        onHold(false)
      }
      if (problem.code === 'verification_required') verify()
      if (problem.code === 'order_waiting')
        setTwin({ ...(problem.params as unknown as Omit<WaitingTwin, 'total'>), total: body.expectedTotalSatang })
      if (numberRefusal(problem) !== undefined) numberField.current?.focus()
      // A flash sale that ran out tells the new total, too.
      const { totalSatang } = problem.params
      // Somebody else was quicker, or its time is over: the page says so at the coupon.
      if (problem.code.startsWith('coupon_')) void reduced.refetch()
      if (CART_CHANGED.includes(problem.code)) onChanged()
      if (!TOTAL_CHANGED.includes(problem.code)) return
      if (typeof totalSatang === 'number') setQuestion({ old: body.expectedTotalSatang, next: totalSatang })
      // Whatever the answer to the question will be, the page behind it shows the new prices.
      onChanged()
    },
  })
  const ask = (total: number, again = false) => {
    const body: CreateOrder = {
      ...selection,
      channel: total === 0 ? NO_PAYMENT : channel,
      expectedTotalSatang: total,
      ...(code && { couponCode: code }),
      ...(total > 0 && payingNumber(channel, mine, number)),
      ...(again && { again }),
    }
    const same = asked && JSON.stringify(asked.body) === JSON.stringify(body)
    const asking = same ? asked : { key: crypto.randomUUID(), body }
    setAsked(asking)
    savePendingOrder(me?.id, selection, asking)
    onHold(true)
    ordering.mutate(asking)
  }
  const choose = (next: Partial<PaymentChoice>) => {
    const chosen = { ...choice, channel, ...next }
    setChoice(chosen)
    saveChoice(me?.id, chosen)
    onChosen?.()
    // What was refused is not what is chosen now.
    if (!ordering.isPending) ordering.reset()
  }
  const pay = () => {
    if (me?.verified === false) verify()
    else if (prices !== agreed) setQuestion('lines')
    // What nobody has heard of yet is asked for as it was, a second order of the same things included.
    else ask(totalSatang, asked?.body.again ?? false)
  }
  const next = typeof question === 'object' ? question.next : totalSatang
  const accept = () => {
    setQuestion(undefined)
    setAgreed(prices)
    ask(next)
  }
  const problem: ApiProblem | undefined = ordering.error ? problemOf(ordering.error) : undefined
  const numberRefused = problem && isByNumber(channel) ? numberRefusal(problem) : ownRefused?.message
  const chosen = channels.find((known) => known.code === channel)
  const by = chosen ? inSentence(chosen.name) : ''
  const amount = t('process.amount', { amount: formatBaht(totalSatang, 'exact') })
  // Thai joins its words where the amount stands beside the button.
  const gap = useLanguage() === 'th' ? '' : ' '
  return (
    <div className="grid items-start gap-x-8 gap-y-7 md:grid-cols-[1fr_360px]">
      <div className="flex min-w-0 flex-col gap-7">
        <section className="flex flex-col gap-3">
          <h2 className="text-lg">{t('process.order')}</h2>
          <ul className="divide-y divide-line rounded-panel border border-line bg-panel">
            {items.map((item) => (
              <Bought key={item.key} item={item} />
            ))}
          </ul>
          {leftOut > 0 && (
            <p className="text-sm text-amber">
              {t('process.leftOut', { count: leftOut })}{' '}
              <Link to="/cart" className="underline">
                {t('process.toCart')}
              </Link>
            </p>
          )}
        </section>
        {nothing ? (
          <Notice>{t('process.nothing')}</Notice>
        ) : (
          <PayBy
            channels={channels}
            channel={channel}
            number={number}
            own={own}
            mine={mine}
            settled={settled && channel === choice.channel}
            onUnsettle={() => setSettled(false)}
            onChoose={choose}
            refused={numberRefused}
            suits={problem ? suitingChannel(problem, channels) : suitingOf(ownRefused?.suits, channels)}
            numberField={numberField}
            busy={ordering.isPending}
          />
        )}
        {onCoupon && (
          <section aria-label={t('process.coupon')} className="flex flex-col gap-3">
            <CheckoutCoupon code={coupon} check={reduced.check} refused={reduced.refused} busy={reduced.busy} onChoose={onCoupon} />
          </section>
        )}
      </div>
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
            <p className="text-sm text-mute">{t(problem.status === 0 || problem.status >= 500 ? 'process.unheard' : 'process.kept')}</p>
          </Refused>
        )}
        {/* The page was loaded anew before it was known. */}
        {asked && ordering.isIdle && <Notice tone="warn">{t('process.unheard')}</Notice>}
        <PayFoot label={t('process.total')} satang={totalSatang}>
          <Button
            look="primary"
            className="max-md:px-3"
            disabled={(!nothing && (!channel || ownRefused !== undefined)) || uncertain}
            busy={ordering.isPending}
            onClick={pay}
          >
            <span>
              {ordering.isPending ? (
                t('process.creating')
              ) : nothing ? (
                t('process.placeOrder')
              ) : (
                <>
                  {t('process.pay')}
                  {gap}
                  <span className="max-md:sr-only">{gap ? amount : ` ${amount} `}</span>
                  {gap}
                  <span className="inline-block">{t('process.by', { channel: by })}</span>
                </>
              )}
            </span>
          </Button>
        </PayFoot>
        <p className="text-sm text-mute">{t('process.final')}</p>
      </aside>
      <Dialog
        open={question !== undefined}
        onClose={() => setQuestion(undefined)}
        title={t('process.changedTitle')}
        actions={
          <>
            <Button onClick={() => setQuestion(undefined)}>{common('action.cancel')}</Button>
            <Button look="primary" disabled={uncertain} onClick={accept}>
              {t('process.acceptChange', { next: formatBaht(next, 'exact') })}
            </Button>
          </>
        }
      >
        {typeof question === 'object' && (
          <p>{t('process.changedText', { old: formatBaht(question.old, 'exact'), next: formatBaht(question.next, 'exact') })}</p>
        )}
        {question === 'lines' && (
          <>
            <p>{t('process.changedLines')}</p>
            <ul className="mt-3 flex flex-col gap-2">
              {changed.map((item) => (
                <li key={item.key}>
                  <span className="block font-semibold">{content(item.name)}</span>
                  <PriceChange item={item} />
                </li>
              ))}
            </ul>
          </>
        )}
      </Dialog>
      {twin && (
        <WaitingTwinDialog
          twin={twin}
          onClose={() => setTwin(undefined)}
          onAgain={() => {
            setTwin(undefined)
            ask(twin.total, true)
          }}
        />
      )}
    </div>
  )
}

/** Tells once it is known whether the coupon holds. */
function useCouponKnown(known: { code: string | undefined } | undefined, tell: ((code: string | undefined) => void) | undefined) {
  const told = useEffectEvent((code: string | undefined) => tell?.(code))
  const isKnown = known !== undefined
  const code = known?.code
  useEffect(() => {
    if (isKnown) told(code)
  }, [isKnown, code])
}

/** The last look at what is bought and who it goes to: name, ID and server, as the game has them. */
function Bought({ item }: { item: Item }) {
  const t = useTexts('orders')
  const content = useContent()
  const target = useTarget()
  return (
    <li className="flex items-start gap-3.5 p-4">
      <Cover hue={item.hue} motif={item.motif} glyph={item.glyph} card={item.card} className="size-12 flex-none rounded-[10px]" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold">
          {content(item.name)}
          {item.quantity > 1 && ` ×\u00A0${item.quantity}`}
        </p>
        <p className="text-sm text-mute" lang="en">
          {content(item.gameName)}
        </p>
        <p className="text-sm">{item.playerId ? t('target.to', { target: target(item) }) : t('process.codes')}</p>
        <PriceChange item={item} />
      </div>
      <Amount satang={item.totalSatang} decimals="exact" />
    </li>
  )
}

/** Why it could not be ordered, brought into sight: on a phone the button stands at the bottom, whatever is looked at. */
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

/** The orders that are to be paid or given up before another can be placed. */
function OpenOrders({ problem }: { problem: ApiProblem }) {
  const t = useTexts('orders')
  if (problem.code !== 'open_orders_limit') return null
  const orders = (problem.body.orders ?? []) as readonly { number: string; channel: string; totalSatang: number }[]
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

/** What a piece cost when it was put in the cart, and what it costs now. */
function PriceChange({ item: { oldPriceSatang, unitPriceSatang } }: { item: Item }) {
  const t = useTexts('orders')
  if (oldPriceSatang === undefined) return null
  return (
    <span className="block text-sm text-amber">
      {t('process.pieceChanged', { old: formatBaht(oldPriceSatang, 'exact'), next: formatBaht(unitPriceSatang, 'exact') })}
    </span>
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
