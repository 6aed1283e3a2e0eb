import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, Navigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { banks, type Order, updateOrderStatus } from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { ConnectionMark } from '@/app/connection-mark'
import { useHead } from '@/app/head'
import { QueryError, useProblemText } from '@/app/query-error'
import { NeedsLogin } from '@/features/account/needs-login'
import { useContent, useTexts } from '@/i18n'
import { serverNow } from '@/live'
import { formatBaht } from '@/ui/amount'
import { Button, buttonClass } from '@/ui/button'
import { clockTime, isSpoken, useSecondsLeft } from '@/ui/countdown'
import { Dialog } from '@/ui/dialog'
import { Notice } from '@/ui/feedback'
import { Tag } from '@/ui/tag'
import { QrCode, qrPicture } from '@/ui/qr'
import { Spinner } from '@/ui/spinner'
import { Timeline } from '@/ui/timeline'
import { toast } from '@/ui/toast'
import { paymentFailure } from './failure'
import { showOrder, useOrder } from './order'
import { useSteps } from './steps'

/** How long the page stays after "paid" before it gives way to the result, so that the turn is seen. */
const SEEN_MS = 1_200

export function PromptPayPage() {
  const t = useTexts('orders')
  useHead({ title: t('promptpay.title'), noindex: true })
  return (
    <NeedsLogin heading={t('promptpay.heading')}>
      <Page />
    </NeedsLogin>
  )
}

function Page() {
  const t = useTexts('orders')
  const { number } = useSearch({ from: '/promtpay' })
  const { data, error, refetch } = useOrder(number, true)
  if (number === undefined) return <Navigate to="/account/purchased" replace />
  if (error && !data) return <QueryError page problem={problemOf(error)} onRetry={() => void refetch()} />
  if (!data) return <div className="skeleton mx-auto h-[640px] max-w-md" aria-label={t('promptpay.heading')} />
  return <Waiting order={data} />
}

function Waiting({ order }: { order: Order }) {
  const t = useTexts('orders')
  const steps = useSteps(order)
  const turned = usePaidTurn(order)
  if (turned) return <Navigate to="/purchase/result" search={{ number: order.number }} replace />
  const payment = order.payment ?? undefined
  const amount = formatBaht(order.totalSatang, 'exact')
  const paid = order.paidAt != null
  const awaiting = !paid && order.status === 'pending' && payment?.status === 'awaiting' && payment.qrPayload
  const preparing = !paid && order.status === 'pending' && payment?.status === 'created'
  return (
    <div className="mx-auto flex max-w-md flex-col gap-5">
      <h1 className="sr-only">{t('promptpay.heading')}</h1>
      <div className="flex items-center justify-between">
        <ConnectionMark />
        {awaiting && payment.expiresAt && <TimeLeft until={payment.expiresAt} />}
      </div>
      <p className="text-center">
        <span className="num text-4xl">{amount}</span> <span className="text-mute">{t('unit')}</span>
      </p>
      <div aria-live="polite">
        {awaiting && (
          <QrCode
            text={payment.qrPayload ?? ''}
            label={t('promptpay.qrLabel', { amount })}
            className="mx-auto w-full max-w-[264px] rounded-panel"
          />
        )}
        {preparing && (
          <p className="mx-auto flex aspect-square max-w-[264px] flex-col items-center justify-center gap-4 rounded-panel border border-line bg-panel p-6 text-center text-mute">
            <Spinner /> {t('promptpay.preparing')}
          </p>
        )}
        {paid && (
          <p className="num mx-auto flex aspect-square max-w-[264px] animate-[appear_.3s_ease-out] flex-col items-center justify-center gap-3 rounded-panel border border-lime bg-lime-dim text-xl text-lime">
            <PaidMark />
            {t('step.paid')}
          </p>
        )}
      </div>
      <p className="text-center text-mute">
        {t('promptpay.number')} <span className="num text-text">{order.number}</span>
      </p>
      {awaiting && <Tools order={order} payload={payment.qrPayload ?? ''} amount={amount} />}
      {!paid && !awaiting && !preparing && <Over order={order} />}
      <section className="rounded-panel border border-line bg-panel p-4 pb-2">
        <Timeline steps={steps} label={t('step.label')} />
      </section>
      {order.status === 'pending' && <p className="text-center text-sm text-mute">{t('promptpay.canClose')}</p>}
      {!paid && order.status === 'pending' && <Cancel order={order} />}
    </div>
  )
}

/** True a moment after the order was paid (or at once when it was paid before the page opened). */
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
      <Tag tone="amber">{t('promptpay.left', { time: clockTime(left) })}</Tag>
      <span className="sr-only" role="status">
        {isSpoken(left) ? t('promptpay.spoken', { count: left }) : ''}
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

/** On a phone one pays by saving the picture and opening it in the banking app: that comes first. */
function Tools({ order, payload, amount }: { order: Order; payload: string; amount: string }) {
  const t = useTexts('orders')
  const content = useContent()
  const { data } = useQuery({
    queryKey: ['banks'],
    queryFn: () => answerOf(banks({ body: { channel: 'promptpay' } })),
    staleTime: 3600_000,
  })
  const picture = () => qrPicture(payload, [`${amount} THB`, order.number])
  const save = async () => {
    const url = URL.createObjectURL(await picture())
    const link = document.createElement('a')
    link.href = url
    link.download = `${order.number}.png`
    link.click()
    setTimeout(() => URL.revokeObjectURL(url), 10_000)
    void toast(t('promptpay.saved'), { tone: 'success' })
  }
  const share = async () => {
    const file = new File([await picture()], `${order.number}.png`, { type: 'image/png' })
    try {
      await navigator.share({ files: [file], text: t('promptpay.shareText', { amount, number: order.number }) })
    } catch (error) {
      // Closing the sheet is no failure.
      if ((error as Error).name !== 'AbortError') void save()
    }
  }
  const canShare = typeof navigator.share === 'function'
  return (
    <>
      <div className={canShare ? 'grid grid-cols-2 gap-2.5' : ''}>
        <Button look="primary" wide onClick={() => void save()}>
          {t('promptpay.save')}
        </Button>
        {canShare && <Button onClick={() => void share()}>{t('promptpay.share')}</Button>}
      </div>
      {data && (
        <nav aria-label={t('promptpay.bankApps')} className="grid grid-cols-2 gap-2 xs:grid-cols-4 md:hidden">
          {data.items
            .filter((bank) => bank.appUrl)
            .map((bank) => (
              <a key={bank.code} href={bank.appUrl ?? ''} className={buttonClass('plain', 'sm', true)}>
                <span className="text-xs">{/\(([^)]+)\)/.exec(content(bank.name))?.[1] ?? content(bank.name)}</span>
              </a>
            ))}
        </nav>
      )}
    </>
  )
}

/** This code is over, or the order is; what happened to the money, and the one way on. */
function Over({ order }: { order: Order }) {
  const t = useTexts('orders')
  const say = useProblemText()
  const renewing = useMutation({
    mutationFn: () => answerOf(updateOrderStatus({ body: { number: order.number, action: 'new_code' } })),
    onSuccess: showOrder,
  })
  if (order.status !== 'pending') {
    return (
      <>
        <Notice>{t('promptpay.lapsed')}</Notice>
        <Link to="/games/$id" params={{ id: order.lines[0]?.gameSlug ?? '' }} className={buttonClass('primary', 'md', true)}>
          {t('promptpay.buyAgain')}
        </Link>
      </>
    )
  }
  const status = order.payment?.status
  if (status === 'mismatch') return <Notice tone="error">{t('failure.amount_mismatch')}</Notice>
  return (
    <>
      <Notice tone="warn">
        {status === 'failed' ? t(`failure.${paymentFailure(order.payment?.failureCode)}`) : t('promptpay.expired')}
      </Notice>
      {renewing.error && <Notice tone="error">{say(problemOf(renewing.error))}</Notice>}
      <Button look="primary" wide busy={renewing.isPending} onClick={() => renewing.mutate()}>
        {t('promptpay.newCode')}
      </Button>
    </>
  )
}

function Cancel({ order }: { order: Order }) {
  const t = useTexts('orders')
  const say = useProblemText()
  const [asking, setAsking] = useState(false)
  const cancelling = useMutation({
    mutationFn: () => answerOf(updateOrderStatus({ body: { number: order.number, action: 'cancel' } })),
    onSuccess: (cancelled) => {
      setAsking(false)
      showOrder(cancelled)
    },
    onError: (cause) => {
      setAsking(false)
      void toast(say(problemOf(cause)), { tone: 'error' })
    },
  })
  return (
    <>
      <Button look="ghost" size="sm" className="self-center text-mute" onClick={() => setAsking(true)}>
        {t('promptpay.cancel')}
      </Button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('promptpay.cancelTitle', { number: order.number })}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>{t('promptpay.cancelNo')}</Button>
            <Button look="danger" busy={cancelling.isPending} onClick={() => cancelling.mutate()}>
              {t('promptpay.cancelYes')}
            </Button>
          </>
        }
      >
        <p className="text-mute">{t('promptpay.cancelText')}</p>
      </Dialog>
    </>
  )
}
