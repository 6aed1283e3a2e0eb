import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { purchaseCreateOrder, type CartTotals, type CreateOrder } from '@/api/generated'
import { type ApiCode, type ApiProblem, answerOf, problemOf } from '@/api/problem'
import { queries } from '@/api/queries'
import { useSession } from '@/api/session'
import { isUndecided } from '@/api/undecided'
import { cartQuery } from '@/features/cart/cart'
import { OWN_NUMBER } from '@/features/numbers/number'
import { type CartSelection, useCoupon, useReducedChannels } from '@/features/coupons/checkout-coupon'
import { saveCoupon } from '@/features/coupons/saved-coupon'
import { withoutLanguage } from '@/i18n/language'
import { currentDevice } from '@/ui/device'
import { NO_PAYMENT, numberRefusal, payingNumber, payPage } from './channel'
import type { Item } from './items'
import { openBank } from './open-bank'
import { clearPendingOrder, loadPendingOrder, type PendingOrder, savePendingOrder } from './pending-order'
import { loadChoice, type PaymentChoice, saveChoice } from './saved-choice'
import type { Channel } from './pay-by'
import { showOrder } from './order'
import { useOwnNumberRule } from './own-number-rule'
import { rememberOrder } from './remember'
import { useConsents } from './use-consents'
import { useNumberRefusal } from './use-number-refusal'
import { rereadWaiting } from './waiting-orders'
import type { WaitingTwin } from './waiting-twin'
import { saveWayBack } from './way-back'

const TOTAL_CHANGED: readonly ApiCode[] = ['price_changed', 'flash_sale_sold_out', 'flash_sale_limit']
/** The items can no longer be bought as shown. */
const CART_CHANGED: readonly ApiCode[] = [
  'product_sold_out',
  'product_paused',
  'product_withdrawn',
  'stock_insufficient',
  'cart_item_not_found',
]

/** The question before paying: the old and the new total, or the lines whose price has changed. */
export type Question = { old: number; next: number } | 'lines'

/** Everything the checkout needs to render. */
export interface CheckoutView {
  items: readonly Item[]
  /** Lines of the cart that are not in the order */
  leftOut?: number
  /** The totals still belong to other items. */
  counting?: boolean
  selection: CartSelection
  channels: readonly Channel[]
  /** The account's own verified number, masked */
  own?: string | undefined
  totals: CartTotals
}

export interface CheckoutProps extends CheckoutView {
  /** Country that was confirmed as the account's on the page before */
  region?: string | undefined
  /** Called with true while the order is being placed: the items must not change. */
  onHold: (hold: boolean) => void
  /** The initial channel: that of an earlier purchase, or the one chosen on the page before. It is not asked again. */
  preferred?: string | undefined
  onChosen?: () => void
  /** The code of the coupon to use */
  coupon?: string
  onCoupon?: (code: string) => void
  /** Called once it is known which coupon is valid, or that none is. */
  onCouponKnown?: (code: string | undefined) => void
  /** Called when prices or items have changed on the server. */
  onChanged: () => void
}

export type Checkout = ReturnType<typeof useCheckout>

/** The state of a checkout: the choices, their total, and the order. */
export function useCheckout({
  items,
  counting = false,
  selection,
  channels: listed,
  own,
  totals: full,
  onHold,
  preferred,
  onChosen,
  region,
  coupon = '',
  onCouponKnown,
  onChanged,
}: CheckoutProps) {
  const navigate = useNavigate()
  const numberText = useNumberRefusal()
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
  // Verifying leads away and back: the choices are restored.
  const verify = () => {
    const { pathname, search } = window.location
    void navigate({ to: '/account/verify', search: { returnTo: withoutLanguage(pathname) + search } })
  }
  const regions = useRegions(items, region)
  const consents = useConsents(items)
  const [question, setQuestion] = useState<Question>()
  const [twin, setTwin] = useState<WaitingTwin>()
  const changed = items.filter((item) => item.oldPriceSatang !== undefined)
  const prices = JSON.stringify(changed.map(({ key, unitPriceSatang }) => [key, unitPriceSatang]))
  const [agreed, setAgreed] = useState('[]')
  // The request without an answer yet; its order may exist. Other items, another total or another number make a new request.
  const [asked, setAsked] = useState(() => loadPendingOrder(me?.id, selection))
  const reduced = useCoupon(selection, coupon, full.totalSatang, asked !== undefined)
  const totals = reduced.check?.totals ?? full
  const { code } = reduced
  // The reduced total may be too small for a channel.
  const left = useReducedChannels(selection, code, full.totalSatang, asked !== undefined)
  const channels: readonly Channel[] = left.channels ?? listed
  const allowed = channels.filter((known) => known.allowed)
  const chosen = allowed.find((known) => known.code === choice.channel) ?? allowed[0]
  const channel = chosen?.code ?? ''
  useCouponKnown(reduced.busy ? undefined : { code }, onCouponKnown)
  const totalSatang = asked && asked.body.couponCode === code ? asked.body.expectedTotalSatang : totals.totalSatang
  // The total is being recalculated.
  const ownRefused = useOwnNumberRule(selection, code, chosen, mine && asked === undefined)
  const uncertain = counting || reduced.busy || left.busy
  const nothing = totalSatang === 0
  const ordering = useMutation({
    mutationFn: ({ key, body }: PendingOrder) => answerOf(purchaseCreateOrder({ headers: { 'Idempotency-Key': key }, body })),
    onSuccess: (order) => {
      clearPendingOrder()
      saveCoupon(me?.id, undefined)
      rememberOrder(order, selection.direct?.playerId === OWN_NUMBER)
      showOrder(order)
      rereadWaiting()
      if (!selection.direct) void queries.invalidateQueries({ queryKey: cartQuery.queryKey })
      if (code) void queries.invalidateQueries({ queryKey: ['coupons'] })
      // Back from the bank leads to the order's page, so that one comes first.
      void navigate({ ...payPage(order), replace: true })
      const ordered = channels.find((known) => known.code === order.channel)
      if (ordered) setTimeout(() => openBank(order, ordered), 0)
    },
    onError: (cause, { body }) => {
      const problem = problemOf(cause)
      if (!isUndecided(problem)) {
        clearPendingOrder()
        setAsked(undefined)
        onHold(false)
      }
      if (problem.code === 'verification_required') verify()
      if (problem.code === 'number_consent_needed')
        consents.askAbout(problem.params.number, { totalSatang: body.expectedTotalSatang, again: body.again ?? false })
      if (problem.code === 'order_waiting')
        setTwin({ ...(problem.params as unknown as Omit<WaitingTwin, 'total'>), total: body.expectedTotalSatang })
      const { flashSaleId } = problem.params
      if (problem.code === 'flash_sale_line' && typeof flashSaleId === 'number') {
        const here = new URL(window.location.href)
        if (channel) here.searchParams.set('channel', channel)
        saveWayBack(me?.id, flashSaleId, withoutLanguage(here.pathname) + here.search)
        void navigate({ to: '/purchase/line', search: { sale: flashSaleId, join: true } })
      }
      if (numberRefusal(problem) !== undefined) {
        numberField.current?.focus()
        // The wallet needs a number by now.
        if (!chosen?.byNumber) onChanged()
      }
      // A flash sale that sold out also sends the new total.
      const { totalSatang } = problem.params
      // Another buyer was quicker, or its time is over: the page says so at the coupon.
      if (problem.code.startsWith('coupon_')) void reduced.refetch()
      if (CART_CHANGED.includes(problem.code)) onChanged()
      if (!TOTAL_CHANGED.includes(problem.code)) return
      if (typeof totalSatang === 'number') setQuestion({ old: body.expectedTotalSatang, next: totalSatang })
      // Whatever the user answers, the page behind the question shows the new prices.
      onChanged()
    },
  })
  const ask = (total: number, again = false) => {
    const body: CreateOrder = {
      ...selection,
      channel: total === 0 ? NO_PAYMENT : channel,
      expectedTotalSatang: total,
      ...(code && { couponCode: code }),
      ...(total > 0 && payingNumber(chosen, mine, number)),
      ...(regions.wanted.length > 0 && { regionConfirmed: true }),
      ...(again && { again }),
      device: currentDevice(),
    }
    const same = asked && JSON.stringify(asked.body) === JSON.stringify(body)
    const asking = same ? asked : { key: crypto.randomUUID(), body }
    setAsked(asking)
    savePendingOrder(me?.id, selection, asking)
    onHold(true)
    ordering.mutate(asking)
  }
  const choose = (next: Partial<PaymentChoice>) => {
    const changed = { ...choice, channel, ...next }
    setChoice(changed)
    saveChoice(me?.id, changed)
    onChosen?.()
    // The refusal referred to the earlier choice.
    if (!ordering.isPending) ordering.reset()
  }
  const pay = () => {
    if (me?.verified === false) verify()
    else if (!regions.ensure()) return
    else if (consents.ensure()) placeOrder()
  }
  const giveConsent = () => {
    const next = consents.give()
    if (next === 'first') placeOrder()
    else if (next) ask(next.totalSatang, next.again)
  }
  const placeOrder = () => {
    if (prices !== agreed) setQuestion('lines')
    // A request without an answer is repeated as it was, including a second order of the same items.
    else ask(totalSatang, asked?.body.again ?? false)
  }
  const next = typeof question === 'object' ? question.next : totalSatang
  const accept = () => {
    setQuestion(undefined)
    setAgreed(prices)
    ask(next)
  }
  const problem: ApiProblem | undefined = ordering.error ? problemOf(ordering.error) : undefined
  const numberRefused = problem && chosen?.byNumber ? numberText(problem) : ownRefused?.message
  return {
    changed,
    regions,
    consents,
    giveConsent,
    number,
    mine,
    numberField,
    settled: settled && channel === choice.channel,
    unsettle: () => setSettled(false),
    channels,
    channel,
    choose,
    reduced,
    totals,
    totalSatang,
    ownRefused,
    uncertain,
    nothing,
    ordering,
    problem,
    numberRefused,
    /** An order was requested, and the page was reloaded before the answer came. */
    unheard: asked !== undefined && ordering.isIdle,
    pay,
    question,
    closeQuestion: () => setQuestion(undefined),
    next,
    accept,
    twin,
    closeTwin: () => setTwin(undefined),
    orderAgain: (total: number) => {
      setTwin(undefined)
      ask(total, true)
    },
  }
}

/** Id of the element that holds the ticks of countries. */
export const REGIONS = 'account-regions'

/** The countries that the items are bound to, and those that the buyer has confirmed. */
function useRegions(items: readonly Item[], preferred: string | undefined) {
  const [confirmed, setConfirmed] = useState<readonly string[]>(preferred ? [preferred] : [])
  const [tried, setTried] = useState(false)
  const wanted = [...new Set(items.flatMap((item) => item.region ?? []))]
  return {
    wanted,
    confirmed,
    tried,
    confirm: (region: string, checked: boolean) =>
      setConfirmed((before) => [...before.filter((known) => known !== region), ...(checked ? [region] : [])]),
    /** Returns whether all are confirmed; otherwise leads to what is missing. */
    ensure() {
      const isComplete = wanted.every((region) => confirmed.includes(region))
      setTried(!isComplete)
      if (!isComplete) {
        const ticks = document.getElementById(REGIONS)
        ticks?.scrollIntoView?.({ block: 'center' })
        ticks?.querySelector<HTMLInputElement>('input:not(:checked)')?.focus({ preventScroll: true })
      }
      return isComplete
    },
  }
}

/** Reports once it is known whether the coupon is valid. */
function useCouponKnown(known: { code: string | undefined } | undefined, tell: ((code: string | undefined) => void) | undefined) {
  const told = useEffectEvent((code: string | undefined) => tell?.(code))
  const isKnown = known !== undefined
  const code = known?.code
  useEffect(() => {
    if (isKnown) told(code)
  }, [isKnown, code])
}
