import { useMutation } from '@tanstack/react-query'
import { Link, Navigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { type Order, type OrderLine, purchaseRevealCode } from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { ConnectionMark } from '@/live/connection-mark'
import { QueryError, useProblemText } from '@/ui/query-error'
import { NeedsLogin } from '@/features/way-in/needs-login'
import { useContent, useLanguage, useTexts } from '@/i18n'
import { formatDate, formatDateTime } from '@/i18n/format'
import { Amount } from '@/ui/amount'
import { Button, buttonClass } from '@/ui/button'
import { Cover } from '@/ui/cover'
import { cx } from '@/ui/cx'
import { Notice } from '@/ui/feedback'
import { Tag } from '@/ui/tag'
import { Timeline } from '@/ui/timeline'
import { toast } from '@/ui/toast'
import { isByNumber, payPage } from './channel'
import { deliveryFailure, isMismatch, isPaidBack } from './failure'
import { useOrder } from './order'
import { useSteps } from './steps'
import { SupportLink } from './support'

const ReceiptDialog = lazy(async () => ({ default: (await import('./receipt')).ReceiptDialog }))

export function ResultPage() {
  const t = useTexts('orders')
  return (
    <NeedsLogin heading={t('step.label')}>
      <Page />
    </NeedsLogin>
  )
}

function Page() {
  const t = useTexts('orders')
  const { number } = useSearch({ from: '/purchase/result' })
  const { data, error, refetch } = useOrder(number, true)
  if (number === undefined) return <Navigate to="/account/purchased" replace />
  if (error && !data) {
    const problem = problemOf(error)
    return (
      <QueryError page problem={problem} onRetry={() => void refetch()}>
        {problem.code === 'order_not_found' && t('result.notFound')}
      </QueryError>
    )
  }
  if (!data) return <div className="skeleton mx-auto h-[560px] max-w-3xl" />
  return <Result order={data} />
}

function Result({ order }: { order: Order }) {
  const t = useTexts('orders')
  const language = useLanguage()
  const [receipt, setReceipt] = useState(false)
  const steps = useSteps(order)
  return (
    <div className="mx-auto grid max-w-[960px] items-start gap-6 md:grid-cols-[1.2fr_1fr]">
      <div className="flex flex-col gap-6">
        <Headline order={order} />
        <section className="flex flex-col gap-3" aria-label={t('result.lines')}>
          {order.lines.map((line) => (
            <Line key={line.id} line={line} order={order} />
          ))}
        </section>
      </div>
      <aside className="flex flex-col gap-5 rounded-panel border border-line bg-panel p-5">
        <div className="flex items-center justify-between gap-3">
          <h2 className="text-lg">{t('step.label')}</h2>
          <ConnectionMark />
        </div>
        <Timeline steps={steps} label={t('step.label')} />
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 border-t border-line pt-4 text-sm [&>dd]:text-right [&>dt]:text-mute">
          <dt>{t('result.number')}</dt>
          <dd className="num">{order.number}</dd>
          {order.receiptNumber && (
            <>
              <dt>{t('result.receipt')}</dt>
              <dd>
                <span className="num block">{order.receiptNumber}</span>
                <button type="button" className="min-h-8 text-lime underline" onClick={() => setReceipt(true)}>
                  {t('receipt.show')}
                </button>
                {receipt && (
                  <Suspense>
                    <ReceiptDialog number={order.number} onClose={() => setReceipt(false)} />
                  </Suspense>
                )}
              </dd>
            </>
          )}
          {order.paidAt && (
            <>
              <dt>{t('result.paidAt')}</dt>
              <dd>{formatDateTime(order.paidAt, language)}</dd>
            </>
          )}
          {order.payment?.transactionId && order.paidAt && (
            <>
              <dt>{t('result.reference')}</dt>
              <dd className="num text-xs leading-6 break-all">{order.payment.transactionId}</dd>
            </>
          )}
          {order.discountSatang > 0 && (
            <>
              <dt>{t('process.discount')}</dt>
              <dd>
                {order.couponCode && <span className="num mr-2 text-sm text-mute">{order.couponCode}</span>}
                <Amount satang={-order.discountSatang} decimals="exact" className="text-lime" />
              </dd>
            </>
          )}
          <dt>{t('result.total')}</dt>
          <dd>
            <Amount satang={order.totalSatang} decimals="exact" className="text-lg" />
          </dd>
        </dl>
      </aside>
    </div>
  )
}

function kindOf(order: Order) {
  if (isMismatch(order)) return 'mismatch'
  if (isPaidBack(order)) return 'paidBack'
  if (order.status === 'error' && order.payment?.disputedAt) return 'disputed'
  if (order.status === 'incomplete' && order.cancelledAt) return 'cancelled'
  return order.status === 'pending' && order.paidAt == null ? 'waiting' : order.status
}

export function Headline({ order }: { order: Order }) {
  const t = useTexts('orders')
  const slug = order.lines[0]?.gameSlug ?? ''
  const again = (
    <Link to="/games/$id" params={{ id: slug }} className={buttonClass(order.status === 'completed' ? 'primary' : 'plain')}>
      {t('result.again')}
    </Link>
  )
  const purchases = (
    <Link to="/account/purchased" className={buttonClass('plain')}>
      {t('result.purchases')}
    </Link>
  )
  const kind = kindOf(order)
  const text =
    kind === 'pending'
      ? order.typicalSeconds != null
        ? t('result.pendingText', { seconds: order.typicalSeconds })
        : t('result.pendingPlain')
      : t(`result.${kind}Text`)
  return (
    <header className="flex flex-col gap-3" aria-live="polite">
      <h1
        className={cx(
          'text-2xl md:text-3xl',
          kind === 'completed' && 'text-lime',
          (kind === 'error' || kind === 'mismatch' || kind === 'disputed') && 'text-amber',
        )}
      >
        {t(`result.${kind}`)}
      </h1>
      <p className="text-mute">{text}</p>
      <div className="mt-1 flex flex-wrap gap-3">
        {kind === 'waiting' && (
          <Link {...payPage(order)} className={buttonClass('primary')}>
            {t(isByNumber(order.channel) ? 'result.toCode' : 'result.toQr')}
          </Link>
        )}
        {(kind === 'error' || kind === 'mismatch' || kind === 'disputed') && <SupportLink number={order.number} look="primary" />}
        {(kind === 'completed' || kind === 'incomplete' || kind === 'cancelled' || kind === 'paidBack') && again}
        {purchases}
      </div>
    </header>
  )
}

function Line({ line, order }: { line: OrderLine; order: Order }) {
  const t = useTexts('orders')
  const content = useContent()
  const { status } = line.delivery
  const shortfall = status === 'repair' ? deliveryFailure(line.delivery.failureCode) : undefined
  const tone = status === 'delivered' ? 'lime' : status === 'repair' || status === 'retrying' ? 'amber' : undefined
  return (
    <article className="flex flex-col gap-3 rounded-panel border border-line bg-panel p-3.5">
      <div className="flex items-center gap-3.5">
        <Cover hue={line.hue} motif={line.motif} className="size-14 flex-none rounded-[10px]" />
        <div className="min-w-0 flex-1">
          <h2 className="font-sans text-base font-semibold">
            {content(line.name)}
            {line.quantity > 1 && ` × ${line.quantity}`}
          </h2>
          <p className="text-sm text-mute">
            <span lang="en">{content(line.gameName)}</span>
            {line.playerId && ` · ${line.playerName ? `${line.playerName} (${line.playerId})` : line.playerId}`}
          </p>
        </div>
        <div className="flex flex-none flex-col items-end gap-1">
          <Amount satang={line.totalSatang} decimals="exact" />
          {order.paidAt != null && (
            <Tag tone={tone}>{t(status === 'closed' && isPaidBack(order) ? 'delivery.paidBack' : `delivery.${status}`)}</Tag>
          )}
        </div>
      </div>
      {shortfall && <p className="text-sm text-amber">{t(`shortfall.${shortfall}`)}</p>}
      {line.delivery.hasCode && <Codes number={order.number} lineId={line.id} />}
    </article>
  )
}

/** Codes stay hidden until they are asked for; they are shown in groups of four and each look is logged. */
function Codes({ number, lineId }: { number: string; lineId: number }) {
  const t = useTexts('orders')
  const language = useLanguage()
  const say = useProblemText()
  const [copied, setCopied] = useState('')
  const reveal = useMutation({ mutationFn: () => answerOf(purchaseRevealCode({ body: { number, lineId } })) })
  if (!reveal.data) {
    return (
      <div className="flex flex-wrap items-center gap-3">
        <Button size="sm" busy={reveal.isPending} onClick={() => reveal.mutate()}>
          {t('result.reveal')}
        </Button>
        <p className="text-sm text-mute">{t('result.revealNote')}</p>
        {reveal.error && <Notice tone="error">{say(problemOf(reveal.error))}</Notice>}
      </div>
    )
  }
  return (
    <ul className="flex flex-col gap-2">
      {reveal.data.codes.map(({ code, serial, expiresOn }) => (
        <li key={serial} className="flex flex-wrap items-center justify-between gap-3 rounded-control bg-ground p-3">
          <div>
            <p className="num text-lg break-all" lang="en">
              {grouped(code)}
            </p>
            <p className="text-xs text-mute">
              {t('result.serial', { serial })}
              {expiresOn && ` · ${t('result.expires', { date: formatDate(`${expiresOn}T00:00:00Z`, language) })}`}
            </p>
          </div>
          <Button
            size="sm"
            onClick={() =>
              void navigator.clipboard.writeText(code).then(
                () => setCopied(serial),
                () => void toast(code),
              )
            }
          >
            {copied === serial ? t('result.copied') : t('result.copy')}
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** Codes without groups of their own are cut into fours, to be read out. */
function grouped(code: string): string {
  return /[-\s]/.test(code) ? code : (code.match(/.{1,4}/g) ?? [code]).join(' ')
}
