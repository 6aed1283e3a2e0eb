import { Link } from '@tanstack/react-router'
import type { Order } from '@/api/generated'
import { useTexts } from '@/i18n'
import { buttonClass } from '@/ui/button'
import { cx } from '@/ui/cx'
import { BuyAgain } from './buy-again'
import { payPage } from './channel'
import { failureText, isChosenByBuyer, isMismatch, isPaidBack, isToBeRefunded } from './failure'
import { SupportLink } from './support'

type Kind = ReturnType<typeof kindOf>

function kindOf(order: Order) {
  if (isMismatch(order)) return 'mismatch'
  if (isPaidBack(order)) return 'paidBack'
  if (order.status === 'error' && order.payment?.disputedAt) return 'disputed'
  if (order.status === 'error' && isToBeRefunded(order)) return 'closed'
  if (order.status === 'error' && order.lines.some(isChosenByBuyer)) return 'choose'
  if (order.status === 'incomplete' && order.cancelledAt) return 'cancelled'
  if (order.status !== 'pending' || order.paidAt != null) return order.status
  if (order.paymentChecking) return 'checking'
  const status = order.paymentFlow === 'redirect' || order.paymentFlow === 'card' ? order.payment?.status : undefined
  return status === 'failed' || status === 'expired' ? status : 'waiting'
}

const isUnpaid = (kind: Kind) => kind === 'waiting' || kind === 'failed' || kind === 'expired'
const needsSupport = (kind: Kind) => kind === 'error' || kind === 'closed' || kind === 'mismatch' || kind === 'disputed'

/** The outcome of the order, and what it means. */
export function ResultHeadline({ order }: { order: Order }) {
  const t = useTexts('orders')
  const kind = kindOf(order)
  const text = () => {
    if (kind === 'completed') {
      if (order.lines.length > 0 && order.lines.every(({ target }) => target === 'number')) return t('result.completedNumber')
      const codes = order.lines.filter(({ delivery }) => delivery.hasCode).length
      if (order.lines.some(({ target }) => target === 'number')) return t('result.completedBoth')
      if (codes > 0) return t(codes === order.lines.length ? 'result.completedCode' : 'result.completedBoth')
    }
    if (kind === 'failed') return t(failureText(order.paymentFlow, order.payment?.failureCode))
    if (kind === 'expired') return t(order.paymentFlow === 'card' ? 'card.expired' : 'redirect.expired')
    if (kind !== 'pending') return t(`result.${kind}Text`)
    return order.typicalSeconds != null ? t('result.pendingText', { seconds: order.typicalSeconds }) : t('result.pendingPlain')
  }
  return (
    <header className="flex items-start gap-4" aria-live="polite">
      {kind === 'completed' && <DoneMark />}
      <div className="flex min-w-0 flex-col gap-2">
        <h1
          className={cx(
            'text-2xl md:text-3xl',
            kind === 'completed' && 'text-lime',
            (needsSupport(kind) || kind === 'choose') && 'text-amber',
          )}
        >
          {t(kind === 'failed' || kind === 'expired' ? `returned.${kind}` : `result.${kind}`)}
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

/** Further actions, after the purchase itself. */
export function ResultActions({ order }: { order: Order }) {
  const t = useTexts('orders')
  const kind = kindOf(order)
  const over = kind === 'completed' || kind === 'incomplete' || kind === 'cancelled' || kind === 'paidBack'
  return (
    <div className="flex flex-wrap gap-3">
      {isUnpaid(kind) && (
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
