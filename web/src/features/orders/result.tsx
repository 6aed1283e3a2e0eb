import { useMutation } from '@tanstack/react-query'
import { Link, Navigate, useSearch } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
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
import { BuyAgain } from './buy-again'
import { payPage } from './channel'
import { deliveryFailure, isMismatch, isPaidBack, isToBeRefunded } from './failure'
import { useOrder } from './order'
import { Redeem } from './redeem'
import { useSteps } from './steps'
import { SupportLink } from './support'
import { useTarget } from './words'
import { part } from '@/ui/load'

const ReceiptDialog = part(async () => ({ default: (await import('./receipt')).ReceiptDialog }))

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
  const steps = useSteps(order)
  return (
    <div className="mx-auto grid max-w-[960px] items-start gap-6 md:grid-cols-[1.2fr_1fr]">
      <div className="flex min-w-0 flex-col gap-6">
        <Headline order={order} />
        <section className="flex flex-col gap-3" aria-label={t('result.lines')}>
          {order.lines.map((line) => (
            <Line key={line.id} line={line} order={order} />
          ))}
        </section>
        <Actions order={order} />
      </div>
      <aside className="flex min-w-0 flex-col gap-5 rounded-panel border border-line bg-panel p-5">
        <div className="flex items-center justify-between gap-3">
          <h2 className="text-lg">{t('step.label')}</h2>
          <ConnectionMark />
        </div>
        <Timeline steps={steps} label={t('step.label')} />
        <Facts order={order} />
      </aside>
    </div>
  )
}

/** Numbers, times and the sum; the lines stand at their full price, what is taken off stands here once. */
function Facts({ order }: { order: Order }) {
  const t = useTexts('orders')
  const content = useContent()
  const language = useLanguage()
  const [receipt, setReceipt] = useState(false)
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 border-t border-line pt-4 text-sm [&>dd]:text-right [&>dt]:text-mute">
      <dt>{t('result.number')}</dt>
      <dd className="num whitespace-nowrap">{order.number}</dd>
      {order.receiptNumber && (
        <>
          <dt>{t('result.receipt')}</dt>
          <dd>
            <span className="num block">{order.receiptNumber}</span>
            <button type="button" className="min-h-11 text-lime underline" onClick={() => setReceipt(true)}>
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
      <dt>{t(order.paidAt ? 'result.paidAt' : 'result.orderedAt')}</dt>
      <dd>{formatDateTime(order.paidAt ?? order.createdAt, language)}</dd>
      <dt>{t('result.channel')}</dt>
      <dd>{content(order.channelName)}</dd>
      {order.payment?.transactionId && order.paidAt && (
        <>
          <dt>{t('result.reference')}</dt>
          <dd className="num text-xs leading-6 break-all">{order.payment.transactionId}</dd>
        </>
      )}
      {(order.discountSatang > 0 || order.vatSatang > 0) && (
        <>
          <dt>{t('result.subtotal')}</dt>
          <dd>
            <Amount satang={order.subtotalSatang} decimals="exact" />
          </dd>
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
      {order.vatSatang > 0 && (
        <>
          <dt>{t('process.vat')}</dt>
          <dd>
            <Amount satang={order.vatSatang} decimals="exact" />
          </dd>
        </>
      )}
      <dt className="self-end">{t(order.paidAt ? 'result.total' : 'result.ordered')}</dt>
      <dd>
        <Amount satang={order.totalSatang} decimals="exact" className="text-lg" />
      </dd>
    </dl>
  )
}

type Kind = ReturnType<typeof kindOf>

function kindOf(order: Order) {
  if (isMismatch(order)) return 'mismatch'
  if (isPaidBack(order)) return 'paidBack'
  if (order.status === 'error' && order.payment?.disputedAt) return 'disputed'
  if (order.status === 'error' && isToBeRefunded(order)) return 'closed'
  if (order.status === 'incomplete' && order.cancelledAt) return 'cancelled'
  return order.status === 'pending' && order.paidAt == null ? 'waiting' : order.status
}

const needsSupport = (kind: Kind) => kind === 'error' || kind === 'closed' || kind === 'mismatch' || kind === 'disputed'

/** What became of the order, and what it means. */
export function Headline({ order }: { order: Order }) {
  const t = useTexts('orders')
  const kind = kindOf(order)
  const text = () => {
    if (kind === 'completed') {
      const codes = order.lines.filter(({ delivery }) => delivery.hasCode).length
      if (codes > 0) return t(codes === order.lines.length ? 'result.completedCode' : 'result.completedBoth')
    }
    if (kind !== 'pending') return t(`result.${kind}Text`)
    return order.typicalSeconds != null ? t('result.pendingText', { seconds: order.typicalSeconds }) : t('result.pendingPlain')
  }
  return (
    <header className="flex items-start gap-4" aria-live="polite">
      {kind === 'completed' && <DoneMark />}
      <div className="flex min-w-0 flex-col gap-2">
        <h1 className={cx('text-2xl md:text-3xl', kind === 'completed' && 'text-lime', needsSupport(kind) && 'text-amber')}>
          {t(`result.${kind}`)}
        </h1>
        <p className="text-mute">{text()}</p>
      </div>
    </header>
  )
}

/** A slice of lime and a tick that draws itself, once. */
function DoneMark() {
  return (
    <svg viewBox="0 0 56 56" className="size-14 flex-none text-lime" fill="none" stroke="currentColor" aria-hidden="true">
      <circle cx="28" cy="28" r="25" strokeWidth="4" className="animate-[burst_.7s_ease-out] [transform-origin:center]" />
      <path
        d="m17 29 8 8 15-17"
        pathLength="1"
        strokeWidth="5"
        strokeDasharray="1"
        className="animate-[draw_.45s_ease-out_.15s_backwards]"
      />
    </svg>
  )
}

/** The ways on. What one bought comes before them. */
export function Actions({ order }: { order: Order }) {
  const t = useTexts('orders')
  const kind = kindOf(order)
  const over = kind === 'completed' || kind === 'incomplete' || kind === 'cancelled' || kind === 'paidBack'
  return (
    <div className="flex flex-wrap gap-3">
      {kind === 'waiting' && (
        <Link {...payPage(order)} className={buttonClass('primary')}>
          {t('result.toPay')}
        </Link>
      )}
      {needsSupport(kind) && <SupportLink number={order.number} look="primary" />}
      {over && <BuyAgain order={order} look={kind === 'completed' ? 'primary' : 'plain'} />}
      <Link to="/account/purchased" className={buttonClass('plain')}>
        {t('result.purchases')}
      </Link>
      {!needsSupport(kind) && <SupportLink number={order.number} look="ghost" text={t('result.report')} />}
    </div>
  )
}

function Line({ line, order }: { line: OrderLine; order: Order }) {
  const t = useTexts('orders')
  const content = useContent()
  const target = useTarget()
  const { status } = line.delivery
  const shortfall = status === 'repair' ? deliveryFailure(line.delivery.failureCode) : undefined
  const tone = status === 'delivered' ? 'lime' : status === 'repair' || status === 'retrying' ? 'amber' : undefined
  return (
    <article className="flex flex-col gap-3 rounded-panel border border-line bg-panel p-3.5">
      <div className="flex flex-wrap items-start gap-x-3.5 gap-y-2">
        <Cover
          hue={line.hue}
          motif={line.motif}
          glyph={line.glyph}
          card={line.kind === 'voucher'}
          className="size-14 flex-none rounded-[10px]"
        />
        <div className="min-w-36 flex-1">
          <h2 className="font-sans text-base font-semibold">
            {content(line.name)}
            {line.quantity > 1 && ` ×\u00A0${line.quantity}`}
          </h2>
          <p className="text-sm text-mute" lang="en">
            {content(line.gameName)}
          </p>
          {line.playerId && <p className="text-sm">{target(line)}</p>}
        </div>
        <div className="ml-auto flex flex-none flex-col items-end gap-1">
          <Amount satang={line.unitPriceSatang * line.quantity} decimals="exact" />
          {order.paidAt != null && (
            <Tag tone={tone}>{t(status === 'closed' && isPaidBack(order) ? 'delivery.paidBack' : `delivery.${status}`)}</Tag>
          )}
        </div>
      </div>
      {shortfall && <p className="text-sm text-amber">{t(`shortfall.${shortfall}`)}</p>}
      {line.delivery.hasCode && (
        <>
          <Codes number={order.number} lineId={line.id} />
          <Redeem slug={line.gameSlug} />
        </>
      )}
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
