import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type ComponentProps, Fragment, lazy, Suspense, useRef, useState } from 'react'
import {
  paymentsCheckRule,
  paymentsListChannels as listChannels,
  purchaseCreateOrder,
  type CreateOrder,
  type CartSelection,
  type CartTotals,
} from '@/api/generated'
import { type ApiProblem, answerOf, problemOf } from '@/api/problem'
import { queries } from '@/api/queries'
import { useSession } from '@/api/session'
import { isUndecided } from '@/api/undecided'
import { QueryError, useProblemText } from '@/ui/query-error'
import { NeedsLogin } from '@/features/way-in/needs-login'
import { cartQuery } from '@/features/cart/cart'
import { CheckoutCoupon, useCoupon } from '@/features/coupons/checkout-coupon'
import { NumberField } from '@/features/mobile/code-parts'
import { ownNumber, plainNumber } from '@/features/mobile/own-number'
import { texts, useContent, useTexts } from '@/i18n'
import { withoutLanguage } from '@/i18n/language'
import { Amount, formatBaht } from '@/ui/amount'
import { Button, buttonClass } from '@/ui/button'
import { ChoiceCard } from '@/ui/choice'
import { Dialog } from '@/ui/dialog'
import { EmptyState, Notice } from '@/ui/feedback'
import { channelRefusal, isByNumber, numberRefusal, payPage } from './channel'
import { type Asked, forgetAsked, keepAsked, keptAsked } from './kept-asked'
import { type Choice, keepChoice, keptChoice } from './kept-choice'
import { showOrder } from './order'
import { rememberOrder } from './remember'
import { directSelection, type Item, useBuying } from './items'

const ByNumberPage = lazy(async () => {
  const [page] = await Promise.all([import('./by-number'), texts('mobile')()])
  return { default: page.ByNumberPage }
})

/** What is to be paid and how; once there is an order that a mobile number pays, the code for it is asked for here. */
export function ProcessPage() {
  const { order } = useSearch({ from: '/payment/process' })
  if (order === undefined) return <ToOrder />
  return (
    <Suspense fallback={<div className="skeleton mx-auto h-[640px] max-w-md" />}>
      <ByNumberPage number={order} />
    </Suspense>
  )
}

function ToOrder() {
  const t = useTexts('orders')
  const { product, quantity, player, server } = useSearch({ from: '/payment/process' })
  return (
    <div className="flex flex-col gap-6">
      <h1 className="text-2xl">{t('process.heading')}</h1>
      <NeedsLogin>
        <Process key={JSON.stringify([product, quantity, player, server])} />
      </NeedsLogin>
    </div>
  )
}

function Process() {
  const t = useTexts('orders')
  const { product, quantity = 1, player, server, channel, coupon = '' } = useSearch({ from: '/payment/process' })
  const navigate = useNavigate()
  const target = product === undefined ? undefined : { productId: product, quantity, playerId: player ?? '', server: server ?? '' }
  const buying = useBuying(target)
  // What the cart's lines are, the cart says first.
  const selection = target ? directSelection(target) : buying.data?.selection
  const asking = {
    enabled: selection !== undefined && selection.cartItemIds?.length !== 0,
    staleTime: 0,
    // A line that goes takes neither the page nor what was chosen on it away.
    placeholderData: keepPreviousData,
  }
  const body = selection ?? {}
  const key = JSON.stringify(body)
  const channels = useQuery({ queryKey: ['channels', key], queryFn: () => answerOf(listChannels({ body })), ...asking })
  const rule = useQuery({ queryKey: ['rule', key], queryFn: () => answerOf(paymentsCheckRule({ body })), ...asking, retry: false })
  const askAgain = () => {
    void buying.refetch()
    void channels.refetch()
    void rule.refetch()
  }
  // While an order is asked for, and until it is known whether it was placed, the page stays as it is: what was ordered has left the cart.
  const [held, setHeld] = useState<Shown>()
  let now: Shown | undefined
  if (selection && buying.data && buying.data.items.length > 0 && channels.data && rule.data) {
    const { items, leftOut } = buying.data
    const counting = rule.isPlaceholderData || channels.isPlaceholderData
    now = { items, leftOut, counting, selection, channels: channels.data.items, totals: rule.data.totals }
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
      // From here on this is what is chosen, on the way to verifying and back as well.
      onChosen={() =>
        void (channel && navigate({ to: '.', search: (before) => ({ ...before, channel: undefined }), replace: true, resetScroll: false }))
      }
      coupon={coupon}
      // In the address, so that it is still there after signing in or verifying on the way.
      onCoupon={(code) =>
        void navigate({
          to: '.',
          search: (before) => ({ ...before, coupon: code || undefined }),
          replace: true,
          resetScroll: false,
        })
      }
      onChanged={askAgain}
    />
  )
}

function Empty({ leftOut = 0 }: { leftOut?: number }) {
  const t = useTexts('orders')
  return (
    <EmptyState
      action={
        <div className="flex flex-wrap justify-center gap-3">
          <Link to="/account/purchased" className={buttonClass('plain')}>
            {t('result.purchases')}
          </Link>
          <Link to={leftOut > 0 ? '/cart' : '/games'} className={buttonClass('primary')}>
            {t(leftOut > 0 ? 'process.toCart' : 'result.again')}
          </Link>
        </div>
      }
    >
      {t(leftOut > 0 ? 'process.noneBuyable' : 'process.empty')}
    </EmptyState>
  )
}

const TOTAL_CHANGED = ['price_changed', 'flash_sale_sold_out', 'flash_sale_limit']
/** What is shown cannot be bought as it stands any more. */
const CART_CHANGED = ['product_sold_out', 'product_withdrawn', 'stock_insufficient', 'cart_item_not_found']

/** Asked before it is paid: the total that was shown and the one it is now, or just the lines that cost another price than they did. */
type Question = { old: number; next: number } | 'lines'

/** What is to be paid, and how it can be. */
interface Shown {
  items: readonly Item[]
  /** Lines of the cart that are not among them */
  leftOut?: number
  /** The totals are still those of other items. */
  counting?: boolean
  selection: CartSelection
  channels: ReadonlyArray<{
    code: string
    name: { th: string; en: string }
    allowed: boolean
    reason?: { code: string; message: string } | null
  }>
  totals: CartTotals
}

interface CheckoutProps extends Shown {
  /** What is shown has to stay as it is, or need not any more. */
  onHold: (hold: boolean) => void
  /** The channel to begin with: the one that this was bought by before, or that was chosen on the page before. */
  preferred?: string | undefined
  onChosen?: () => void
  /** The code of the coupon to use */
  coupon?: string
  onCoupon?: (code: string) => void
  /** What is shown is not what it costs any more. */
  onChanged: () => void
}

export function Checkout({
  items,
  leftOut = 0,
  counting = false,
  selection,
  channels,
  totals: full,
  onHold,
  preferred,
  onChosen,
  coupon = '',
  onCoupon,
  onChanged,
}: CheckoutProps) {
  const t = useTexts('orders')
  const common = useTexts('common')
  const content = useContent()
  const say = useProblemText()
  const navigate = useNavigate()
  const me = useSession((session) => session.me)
  const [{ channel, number }, setChoice] = useState<Choice>(() => {
    const kept = keptChoice(me?.id)
    const allowed = channels.filter((known) => known.allowed)
    return {
      channel:
        (allowed.find(({ code }) => code === preferred) ?? allowed.find(({ code }) => code === kept.channel) ?? allowed[0])?.code ?? '',
      number: kept.number ?? ownNumber(me) ?? '',
    }
  })
  const numberField = useRef<HTMLInputElement>(null)
  // Verifying leads away and back here: what was chosen is found again.
  const verify = () => {
    const { pathname, search } = window.location
    void navigate({ to: '/account/verify', search: { returnTo: withoutLanguage(pathname) + search } })
  }
  const [question, setQuestion] = useState<Question>()
  const changed = items.filter((item) => item.oldPriceSatang !== undefined)
  const prices = JSON.stringify(changed.map(({ key, unitPriceSatang }) => [key, unitPriceSatang]))
  const [agreed, setAgreed] = useState('[]')
  // What was asked for and may have been placed: not known before the shop says. Other items, another total or number are another intention.
  const [asked, setAsked] = useState(() => keptAsked(me?.id, selection))
  const reduced = useCoupon(selection, coupon, full.totalSatang, asked !== undefined)
  const totals = reduced.check?.totals ?? full
  const { code } = reduced
  const totalSatang = asked && asked.body.couponCode === code ? asked.body.expectedTotalSatang : totals.totalSatang
  // What it comes to is being asked about.
  const uncertain = counting || reduced.busy
  const ordering = useMutation({
    mutationFn: ({ key, body }: Asked) => answerOf(purchaseCreateOrder({ headers: { 'Idempotency-Key': key }, body })),
    onSuccess: (order) => {
      forgetAsked()
      rememberOrder(order)
      showOrder(order)
      if (!selection.direct) void queries.invalidateQueries({ queryKey: cartQuery.queryKey })
      if (code) void queries.invalidateQueries({ queryKey: ['coupons'] })
      void navigate({ ...payPage(order), replace: true })
    },
    onError: (cause, { body }) => {
      const problem = problemOf(cause)
      if (!isUndecided(problem)) {
        forgetAsked()
        setAsked(undefined)
        onHold(false)
      }
      if (problem.code === 'verification_required') verify()
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
  const ask = (total: number) => {
    const body: CreateOrder = {
      ...selection,
      channel,
      expectedTotalSatang: total,
      ...(code && { couponCode: code }),
      ...(isByNumber(channel) && { mobileNumber: plainNumber(number) }),
    }
    const again = asked && JSON.stringify(asked.body) === JSON.stringify(body)
    const asking = again ? asked : { key: crypto.randomUUID(), body }
    setAsked(asking)
    keepAsked(me?.id, selection, asking)
    onHold(true)
    ordering.mutate(asking)
  }
  const choose = (next: Partial<Choice>) => {
    const choice = { channel, number, ...next }
    setChoice(choice)
    keepChoice(me?.id, choice)
    onChosen?.()
    // What was refused is not what is chosen now.
    if (!ordering.isPending) ordering.reset()
  }
  const pay = () => {
    if (me?.verified === false) verify()
    else if (prices !== agreed) setQuestion('lines')
    else ask(totalSatang)
  }
  const next = typeof question === 'object' ? question.next : totalSatang
  const accept = () => {
    setQuestion(undefined)
    setAgreed(prices)
    ask(next)
  }
  const asksNumber = (code: string) => code === channel && isByNumber(code)
  const problem: ApiProblem | undefined = ordering.error ? problemOf(ordering.error) : undefined
  const numberRefused = problem && isByNumber(channel) ? numberRefusal(problem) : undefined
  return (
    <div className="grid items-start gap-8 md:grid-cols-[1fr_360px]">
      <fieldset className="flex flex-col gap-3">
        <legend className="num mb-3 text-lg">{t('process.channels')}</legend>
        {channels.map((known) => (
          <Fragment key={known.code}>
            <ChoiceCard
              name="channel"
              value={known.code}
              checked={channel === known.code}
              disabled={!known.allowed}
              onChange={(next) => choose({ channel: next })}
              ring
              {...(asksNumber(known.code) && { className: 'rounded-b-none' })}
            >
              <span className="block font-semibold">{content(known.name)}</span>
              {known.reason && <span className="block text-sm text-amber">{known.reason.message}</span>}
            </ChoiceCard>
            {asksNumber(known.code) && (
              <PayingNumber
                ref={numberField}
                hint={t(known.code === 'ais_postpaid' ? 'process.fromBill' : 'process.fromBalance')}
                error={numberRefused}
                value={number}
                onType={(typed) => choose({ number: typed })}
                readOnly={ordering.isPending}
              />
            )}
          </Fragment>
        ))}
      </fieldset>
      <aside aria-label={t('process.order')} className="flex flex-col gap-4 rounded-panel border border-line bg-panel p-5">
        <h2 className="text-xl">{t('process.order')}</h2>
        <ul className="flex flex-col gap-3">
          {items.map((item) => (
            <li key={item.key} className="flex justify-between gap-4">
              <span className="min-w-0">
                <span className="block font-semibold">
                  {content(item.name)}
                  {item.quantity > 1 && ` ×\u00A0${item.quantity}`}
                </span>
                <span className="block text-sm text-mute">
                  <span lang="en">{content(item.gameName)}</span>
                  {' · '}
                  {!item.playerId
                    ? t('process.codes')
                    : item.playerName
                      ? t('process.for', { name: item.playerName, id: item.playerId })
                      : t('process.forId', { id: item.playerId })}
                </span>
                <PriceChange item={item} />
              </span>
              <Amount satang={item.totalSatang} decimals="exact" unit={null} />
            </li>
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
        {onCoupon && (
          <div className="border-t border-line pt-4">
            <CheckoutCoupon code={coupon} check={reduced.check} refused={reduced.refused} busy={reduced.busy} onChoose={onCoupon} />
          </div>
        )}
        {totals.discountSatang > 0 && (
          <dl className="flex flex-col gap-1 border-t border-line pt-4">
            <Row label={t('process.subtotal')} satang={totals.subtotalSatang} />
            <Row label={t('process.discount')} satang={-totals.discountSatang} />
          </dl>
        )}
        <p className="flex items-baseline justify-between gap-4 border-t border-line pt-4">
          <span className="font-semibold">{t('process.total')}</span>
          <Amount satang={totalSatang} decimals="exact" className="text-2xl" />
        </p>
        {totals.vatSatang > 0 && (
          <p className="-mt-3 text-right text-sm text-mute">{t('process.vat', { amount: formatBaht(totals.vatSatang, 'exact') })}</p>
        )}
        {problem && problem.code !== 'price_changed' && numberRefused === undefined && (
          <Notice tone="error">
            <p>{channelRefusal(problem) ?? say(problem)}</p>
            <OpenOrders problem={problem} />
            <p className="text-sm text-mute">{t(problem.status === 0 || problem.status >= 500 ? 'process.unheard' : 'process.kept')}</p>
          </Notice>
        )}
        {/* The page was loaded anew before it was known. */}
        {asked && ordering.isIdle && <Notice tone="warn">{t('process.unheard')}</Notice>}
        <Button look="primary" wide disabled={!channel || uncertain} busy={ordering.isPending} onClick={pay}>
          {ordering.isPending ? t('process.creating') : t('process.pay', { amount: formatBaht(totalSatang, 'exact') })}
        </Button>
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

/** Whose number pays: the account's, or any other that its owner reads the code of. */
function PayingNumber(field: Omit<ComponentProps<typeof NumberField>, 'label'>) {
  const t = useTexts('orders')
  return (
    <div className="-mt-3 rounded-b-panel border-2 border-t-0 border-lime bg-panel p-4">
      <NumberField {...field} label={t('process.payingNumber')} />
    </div>
  )
}

function Row({ label, satang }: { label: string; satang: number }) {
  return (
    <div className="flex justify-between gap-4">
      <dt>{label}</dt>
      <dd>
        <Amount satang={satang} decimals="exact" unit={null} className={satang < 0 ? 'text-lime' : undefined} />
      </dd>
    </div>
  )
}
