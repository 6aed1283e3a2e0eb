import { useMutation } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react'
import { type Order, type PaymentFlow, purchaseUpdateOrderStatus } from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { ConnectionMark } from '@/live/connection-mark'
import { QueryError, useProblemText } from '@/ui/query-error'
import { useContent, useTexts } from '@/i18n'
import { serverNow } from '@/live'
import { formatBaht } from '@/ui/amount'
import { Button } from '@/ui/button'
import { clockTime, isSpoken, useSecondsLeft } from '@/ui/countdown'
import { cx } from '@/ui/cx'
import { currentDevice } from '@/ui/device'
import { Dialog } from '@/ui/dialog'
import { Notice } from '@/ui/feedback'
import { Spinner } from '@/ui/spinner'
import { Tag } from '@/ui/tag'
import { Timeline } from '@/ui/timeline'
import { toast } from '@/ui/toast'
import { BuyAgain } from './buy-again'
import { ChangeChannel } from './change-channel'
import { channelRefusal, payPage } from './channel'
import { failureText, isMismatch, isOfNumber } from './failure'
import { type OpenedChannel, openBank } from './open-bank'
import { rereadOrder, showOrder, useOrder } from './order'
import { SupportLink } from './support'
import { type Stage, stageOf } from './stage'
import { useSteps } from './steps'
import { rereadWaiting } from './waiting-orders'
import { useInSentence, useTarget } from './labels'

/** Shared parts of the pages on which an order waits for its payment, whatever the channel. */

/** Texts of each payment flow. */
const TEXTS = { code: 'promptpay', otp: 'byNumber', redirect: 'redirect', card: 'card' } as const satisfies Record<PaymentFlow, string>

/** How long the page stays after "paid" before the result replaces it, so that the change is visible. */
const SEEN_MS = 1_200

interface AwaitedOrderProps {
  number: string | undefined
  flow: PaymentFlow
  page: ComponentType<{ order: Order }>
}

/** The order of this number, kept current; an order with another payment flow redirects to its own page. */
export function AwaitedOrder({ number, flow, page: Page }: AwaitedOrderProps) {
  const t = useTexts('orders')
  const { data, error, refetch } = useOrder(number, true)
  if (number === undefined) return <Navigate to="/account/purchased" replace />
  if (error && !data) return <QueryError page problem={problemOf(error)} onRetry={() => void refetch()} />
  if (!data) return <div className="skeleton mx-auto h-[640px] max-w-md" aria-label={t('step.label')} />
  if (data.paymentFlow !== flow) return <Navigate {...payPage(data)} replace />
  return <Page order={data} />
}

interface WaitingProps {
  order: Order
  flow: PaymentFlow
  /** Content while the payment is awaited: information ... */
  shown: ReactNode
  /** ... and actions. */
  tools: ReactNode
  /** The choice of a card: before the payment is made, and again after it failed. */
  choice?: ReactNode
  /** Replaces the flow's heading while the payment is awaited. */
  title?: string
  /** The channel, where a new attempt opens the bank's page. */
  channel?: OpenedChannel | undefined
}

export function Waiting({ order, flow, shown, tools, choice, title, channel }: WaitingProps) {
  const t = useTexts('orders')
  const inSentence = useInSentence()
  const way = TEXTS[flow]
  const name = { channel: inSentence(order.channelName) }
  const steps = useSteps(order)
  const stage = stageOf(order)
  useTopWhenOver(stage)
  if (usePaidTurn(order)) return <Navigate to="/purchase/result" search={{ number: order.number }} replace />
  const ended = order.status !== 'pending'
  const over = order.cancelledAt ? 'result.cancelled' : 'result.incomplete'
  const heading = isMismatch(order) ? 'result.mismatch' : ended ? over : (`${way}.heading` as const)
  const payable = !ended && stage !== 'paid' && !isMismatch(order)
  // What was paid may only not be known yet: nobody pays twice.
  const checking = payable && order.paymentChecking && stage !== 'preparing'
  const chooses = payable && !checking && choice !== undefined && (stage === 'choosing' || stage === 'over')
  const until = checking ? undefined : stage === 'awaiting' ? order.payment?.expiresAt : chooses ? order.expiresAt : undefined
  return (
    <div className="mx-auto grid max-w-md items-start gap-5 md:max-w-[880px] md:grid-cols-[420px_minmax(0,1fr)] md:gap-x-10">
      <div className="flex min-w-0 flex-col gap-4">
        <div className="flex items-center justify-between gap-3">
          <h1 className="text-xl">{(stage === 'awaiting' && !checking && title) || t(heading, name)}</h1>
          {until && <TimeLeft until={until} />}
        </div>
        {stage === 'over' && !checking && <Over order={order} flow={flow} channel={channel} chooses={chooses} />}
        <div className="text-center">
          <For order={order} />
          <p>
            {ended && <span className="block text-sm text-mute">{t('waiting.ordered')}</span>}
            <span className={cx('num leading-tight', stage === 'over' ? 'text-2xl text-mute' : 'text-4xl')}>
              {formatBaht(order.totalSatang, 'exact')}
            </span>{' '}
            <span className="text-mute">{t('unit')}</span>
          </p>
        </div>
        <div aria-live="polite" className="empty:-mb-4">
          {checking && <Checking />}
          {stage === 'awaiting' && !checking && shown}
          {stage === 'preparing' && (
            <p className="mx-auto flex aspect-square max-w-[264px] flex-col items-center justify-center gap-4 rounded-panel border border-line bg-panel p-6 text-center text-mute">
              <Spinner /> {t(`${way}.preparing`, name)}
            </p>
          )}
          {stage === 'paid' && (
            <p className="num mx-auto flex aspect-square max-w-[264px] animate-[appear_.3s_ease-out] flex-col items-center justify-center gap-3 rounded-panel border border-lime bg-lime-dim text-xl text-lime">
              <PaidMark />
              {t('step.paid')}
            </p>
          )}
        </div>
        {stage === 'awaiting' && !checking && tools}
        {chooses && choice}
        {chooses && order.payment?.status === 'failed' && <SupportLink number={order.number} look="ghost" wide />}
      </div>
      <aside className="flex min-w-0 flex-col gap-4 md:sticky md:top-24">
        <section className="rounded-panel border border-line bg-panel p-4 pb-2">
          <div className="mb-3 flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
            <p className="text-mute">
              {t('waiting.number')} <span className="num whitespace-nowrap text-text">{order.number}</span>
            </p>
            <ConnectionMark />
          </div>
          <Timeline steps={steps} label={t('step.label')} />
        </section>
        {payable && (
          <>
            {!checking && <p className="text-sm text-mute max-md:text-center">{t(`${way}.canClose`)}</p>}
            <div className="flex flex-wrap gap-x-2 gap-y-1 max-md:justify-center md:-ml-4">
              {(stage !== 'over' || chooses || checking) && (
                <ChangeChannel order={order}>
                  {(open) => (
                    <Button look="ghost" size="sm" onClick={open}>
                      {t('change.open')}
                    </Button>
                  )}
                </ChangeChannel>
              )}
              {!checking && <Cancel order={order} flow={flow} />}
            </div>
          </>
        )}
      </aside>
    </div>
  )
}

/** Stands where the order is paid while a payment of it may have been made. */
function Checking() {
  const t = useTexts('orders')
  return (
    <div className="flex flex-col items-center gap-3 rounded-panel border border-amber/50 bg-amber-dim p-6 text-center">
      <Spinner />
      <p className="font-semibold text-amber">{t('checking.heading')}</p>
      <p className="text-sm">{t('checking.text')}</p>
    </div>
  )
}

/** The items and their recipient: the banking app shows neither. */
function For({ order }: { order: Order }) {
  const t = useTexts('orders')
  const content = useContent()
  const target = useTarget()
  const [first] = order.lines
  if (!first) return null
  return (
    <p className="text-sm">
      <span className="font-semibold">
        {content(first.name)}
        {first.quantity > 1 && ` ×\u00A0${first.quantity}`}
      </span>{' '}
      <span className="text-mute">
        <span lang="en">{content(first.gameName)}</span>
        {order.lines.length > 1 && ` ${t('waiting.and', { count: order.lines.length - 1 })}`}
      </span>
      {order.lines.length === 1 && first.playerId && <span className="block text-mute">{target(first)}</span>}
    </p>
  )
}

/** Scrolls to the outcome at the top: on a phone the user was at the end of the page. */
function useTopWhenOver(stage: Stage) {
  const before = useRef(stage)
  useEffect(() => {
    if (stage === 'over' && before.current !== 'over') window.scrollTo({ top: 0 })
    before.current = stage
  }, [stage])
}

/** Returns true a moment after the order was paid (or at once if it was paid before the page opened). */
function usePaidTurn(order: Order): boolean {
  const opened = useRef(order.paidAt != null)
  const [turned, setTurned] = useState(false)
  const paid = order.paidAt != null
  useEffect(() => {
    if (!paid) return
    const timer = setTimeout(() => setTurned(true), opened.current ? 0 : SEEN_MS)
    return () => clearTimeout(timer)
  }, [paid])
  return turned
}

function TimeLeft({ until }: { until: string }) {
  const t = useTexts('orders')
  const left = useSecondsLeft(Date.parse(until), serverNow)
  if (left === undefined) return null
  return (
    <>
      <Tag tone="amber">{t('waiting.left', { time: clockTime(left) })}</Tag>
      <span className="sr-only" role="status">
        {isSpoken(left) ? t('waiting.spoken', { count: left }) : ''}
      </span>
    </>
  )
}

function PaidMark() {
  return (
    <svg viewBox="0 0 48 48" className="size-16" aria-hidden="true">
      <circle cx="24" cy="24" r="21" fill="none" stroke="currentColor" strokeWidth="4" />
      <path d="m14 25 7 7 13-15" fill="none" stroke="currentColor" strokeWidth="4" />
    </svg>
  )
}

/** Requests another code for the same order. If that was too soon, `wait` counts the seconds down to 0. */
export function useNewCode(order: Order, channel?: OpenedChannel) {
  const [blocked, setBlocked] = useState<number>()
  const renewing = useMutation({
    mutationFn: () => answerOf(purchaseUpdateOrderStatus({ body: { number: order.number, action: 'new_code', device: currentDevice() } })),
    onSuccess: (renewed) => {
      showOrder(renewed)
      if (channel) openBank(renewed, channel)
    },
    onError: (cause) => {
      const { retryAfter, status } = problemOf(cause)
      // It was paid or ended elsewhere, or the number's credit no longer suffices.
      if (status === 409 || status === 410) void rereadOrder(order.number)
      if (retryAfter !== undefined) setBlocked(Date.now() + retryAfter * 1000)
    },
  })
  const wait = useSecondsLeft(blocked, Date.now)
  return {
    ask: () => renewing.mutate(),
    busy: renewing.isPending,
    // The refusal is outdated once the wait is over.
    problem: renewing.error && wait !== 0 ? problemOf(renewing.error) : undefined,
    wait: wait ?? 0,
  }
}

/** This code has ended, or the order has: the fate of the money, and the next action. */
function Over({ order, flow, channel, chooses }: Pick<WaitingProps, 'order' | 'flow' | 'channel'> & { chooses: boolean }) {
  const t = useTexts('orders')
  const way = TEXTS[flow]
  const problemText = useProblemText()
  const { ask, busy, problem, wait } = useNewCode(order, channel)
  if (isMismatch(order)) {
    return (
      <>
        <Notice tone="error">{t('failure.amount_mismatch')}</Notice>
        <SupportLink number={order.number} look="primary" wide />
      </>
    )
  }
  if (order.status !== 'pending') {
    return (
      <>
        <Notice>{t(order.cancelledAt ? 'waiting.cancelled' : 'waiting.expired')}</Notice>
        <BuyAgain order={order} label={t('waiting.buyAgain')} look="primary" wide />
      </>
    )
  }
  const { status, failureCode } = order.payment ?? {}
  const failure = failureText(flow, failureCode)
  if (chooses) return <Notice tone="warn">{t(status === 'failed' ? failure : `${way}.expired`)}</Notice>
  const again = (
    <Button look={isOfNumber(failureCode) ? 'plain' : 'primary'} wide busy={busy} disabled={wait > 0} onClick={ask}>
      {wait > 0 ? t(`${way}.newCodeIn`, { time: clockTime(wait) }) : t(`${way}.newCode`)}
    </Button>
  )
  return (
    <>
      {problem ? (
        <Notice tone="error">{channelRefusal(problem) ?? problemText(problem)}</Notice>
      ) : (
        <Notice tone="warn">{t(status === 'failed' ? failure : `${way}.expired`)}</Notice>
      )}
      {!isOfNumber(failureCode) && again}
      <ChangeChannel order={order}>
        {(open) => (
          <Button look={isOfNumber(failureCode) ? 'primary' : 'plain'} wide onClick={open}>
            {t('change.open')}
          </Button>
        )}
      </ChangeChannel>
      {isOfNumber(failureCode) && again}
      {status === 'failed' && <SupportLink number={order.number} look="ghost" wide />}
    </>
  )
}

function Cancel({ order, flow }: { order: Order; flow: PaymentFlow }) {
  const t = useTexts('orders')
  const problemText = useProblemText()
  const [asking, setAsking] = useState(false)
  const cancelling = useMutation({
    mutationFn: () => answerOf(purchaseUpdateOrderStatus({ body: { number: order.number, action: 'cancel' } })),
    onSuccess: (cancelled) => {
      setAsking(false)
      showOrder(cancelled)
      rereadWaiting()
    },
    onError: (cause) => {
      setAsking(false)
      void toast(problemText(problemOf(cause)), { tone: 'error' })
    },
  })
  return (
    <>
      <Button look="ghost" size="sm" className="text-mute" onClick={() => setAsking(true)}>
        {t('waiting.cancel')}
      </Button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('waiting.cancelTitle', { number: order.number })}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>{t('waiting.cancelNo')}</Button>
            <Button look="danger" busy={cancelling.isPending} onClick={() => cancelling.mutate()}>
              {t('waiting.cancelYes')}
            </Button>
          </>
        }
      >
        <p className="text-mute">{t(`${TEXTS[flow]}.cancelText`)}</p>
      </Dialog>
    </>
  )
}
