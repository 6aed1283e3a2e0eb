import { type ReactNode, Suspense } from 'react'
import type { Order, OrderLine } from '@/api/generated'
import { useContent, useTexts } from '@/i18n'
import { Amount } from '@/ui/amount'
import { Cover } from '@/ui/cover'
import { Tag } from '@/ui/tag'
import { deliveryFailure, isChosenByBuyer, isPaidBack } from './failure'
import { useTarget } from './labels'
import { NumberState } from './number-state'
import { Overdue } from './overdue'
import { Redeem } from './redeem'
import { isRefunded } from './refunds'
import { VoucherCodes } from './voucher-codes'

interface ResultLineProps {
  line: OrderLine
  order: Order
  /** The buyer's choice, where there is one. */
  children?: ReactNode
}

export function ResultLine({ line, order, children }: ResultLineProps) {
  const t = useTexts('orders')
  const content = useContent()
  const target = useTarget()
  const { status } = line.delivery
  const seller = line.seller ?? undefined
  const byNumber = line.target === 'number'
  // A choice says the reason itself.
  const shortfall = status === 'repair' && !line.correctable && !byNumber ? deliveryFailure(line.delivery.failureCode) : undefined
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
          {seller !== undefined && <p className="text-sm text-mute">{t('seller', { name: seller })}</p>}
        </div>
        <div className="ml-auto flex flex-none flex-col items-end gap-1">
          <Amount satang={line.unitPriceSatang * line.quantity} decimals="exact" />
          {order.paidAt != null && <Tag tone={tone}>{t(stateText(line, order))}</Tag>}
        </div>
      </div>
      {shortfall && <p className="text-sm text-amber">{t(`shortfall.${shortfall}`)}</p>}
      {byNumber && order.paidAt != null && (
        <Suspense fallback={<div className="skeleton h-12" />}>
          <NumberState
            activation={line.activation ?? undefined}
            delivery={line.delivery}
            number={line.playerName ?? ''}
            paidBack={isPaidBack(order)}
            asksBuyer={isChosenByBuyer(line)}
          />
        </Suspense>
      )}
      {children}
      <Overdue line={line} order={order} />
      {line.delivery.hasCode && (
        <>
          <VoucherCodes number={order.number} lineId={line.id} version={order.version} />
          <Redeem slug={line.gameSlug} />
        </>
      )}
    </article>
  )
}

/** Returns the key of a line's state: the buyer's turn and the money's way are told apart from the team's. */
function stateText(line: OrderLine, order: Order) {
  const { status } = line.delivery
  if (isChosenByBuyer(line)) return 'delivery.choose'
  const back = status === 'closed' && (isPaidBack(order) || isRefunded(order, line))
  if (back) return 'delivery.paidBack'
  if (line.target === 'number' && (status === 'sent' || status === 'delivered')) return `deliveryNumber.${status}` as const
  return `delivery.${status}` as const
}
