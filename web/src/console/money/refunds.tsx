import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleListRefunds, consoleSettleRefund, type Refund, type RefundWay } from '@/api/generated'
import { type ApiProblem, answerOf } from '@/api/problem'
import { useLanguage, useTexts } from '@/i18n'
import { formatDateTime } from '@/i18n/format'
import { Amount, formatBaht } from '@/ui/amount'
import { Tag } from '@/ui/tag'
import { DecisionDialog } from '../work/decision-dialog'
import { ROW } from '../work/look'
import { OrderLink } from '../work/order-link'
import { RowButton } from '../work/row-button'
import { useCurrent } from '../work/use-current'
import { type DecideProps, WorkList } from '../work/work-list'
import { LineField } from './line-field'
import { AmountField, useAmount, WayField } from './refund-fields'
import { refundableOrderQuery } from './refundable-order'

/** Refunds that are owed but not seen yet, and refunds that were not owed. */
export function Refunds() {
  const query = useQuery({ queryKey: ['refunds'], queryFn: () => answerOf(consoleListRefunds({ query: { perPage: 50 } })) })
  return <WorkList kind="refund" query={query} keyOf={({ key }) => key} Row={Row} Decide={Decide} />
}

function Row({ item: refund, onChoose }: { item: Refund; onChoose: (refund: Refund) => void }) {
  const t = useTexts('operator')
  const language = useLanguage()
  const owed = refund.owedSatang > 0
  const asked = refund.requestedSatang > 0
  return (
    <li className={ROW}>
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {refund.owedSatang !== 0 && <Tag tone={owed ? 'amber' : 'red'}>{t(owed ? 'refund.owed' : 'refund.unowed')}</Tag>}
          {refund.disputed && <Tag tone="red">{t('refund.disputed')}</Tag>}
          {asked && <Tag tone="lime">{t('refund.asked')}</Tag>}
          {refund.failureCode && !asked && <Tag tone="red">{t('refund.refused')}</Tag>}
        </p>
        {refund.disputed && <p className="text-mute">{t('refund.onHold')}</p>}
        {asked && <p className="text-mute">{t('refund.askedText', { amount: formatBaht(refund.requestedSatang, 'exact') })}</p>}
        {refund.failureCode && !asked && (
          <p className="text-mute">
            {t('refund.refusedText')}{' '}
            <span className="num" lang="en">
              {refund.failureCode}
            </span>
          </p>
        )}
        <p className="text-mute">
          {refund.orderNumber && (
            <>
              {t('refund.order')} <OrderLink number={refund.orderNumber} /> ·{' '}
            </>
          )}
          {t('refund.charges')}{' '}
          <span className="num break-all" lang="en">
            {refund.chargeIds.join(', ')}
          </span>{' '}
          · {t('refund.since')} {formatDateTime(refund.since, language)}
        </p>
      </div>
      <div className="flex flex-col max-sm:w-full sm:items-end">
        <Amount satang={Math.abs(refund.owedSatang)} decimals="exact" className="text-base" />
        {refund.chargedBackSatang > 0 && (
          <span className="text-mute">{t('refund.chargedBack', { amount: formatBaht(refund.chargedBackSatang, 'exact') })}</span>
        )}
      </div>
      {isDecidable(refund) && <RowButton onClick={() => onChoose(refund)}>{t(owed ? 'refund.payBack' : 'refund.giveUp')}</RowButton>}
    </li>
  )
}

/** The part of what is owed that nobody is being asked for yet. */
const availableOf = ({ owedSatang, requestedSatang }: Refund) => owedSatang - requestedSatang

/** What a decision is about: the part that can be paid back, or what went back without being owed. */
const openOf = (refund: Refund) => (refund.owedSatang > 0 ? availableOf(refund) : -refund.owedSatang)

/** Until a dispute is decided the money may come back. */
const isDecidable = (refund: Refund) => !refund.disputed && openOf(refund) > 0

function Decide({ chosen, onEnd, reload }: DecideProps<Refund>) {
  const t = useTexts('operator')
  const { item, before, gone, decided } = useCurrent(chosen, {
    changedBy: ['refund_changed', 'refund_not_found', 'refund_disputed', 'refund_too_much', 'refund_channel'],
    reload,
    isSame: (one, other) => one.key === other.key,
  })
  const owed = chosen.owedSatang > 0
  const over = gone || !isDecidable(item) || item.owedSatang > 0 !== owed
  const changed = ({ code }: ApiProblem) => {
    if (code === 'refund_disputed') return undefined
    if (over) return t('refund.over')
    if (!before || openOf(before) === openOf(item)) return undefined
    return t('refund.changed', { before: formatBaht(openOf(before), 'exact'), now: formatBaht(openOf(item), 'exact') })
  }
  const Settle = owed ? PayBack : GiveUp
  return <Settle refund={item} decided={decided} dialog={{ over, changed, onEnd }} />
}

interface SettleProps {
  refund: Refund
  decided: (call: Promise<unknown>) => Promise<unknown>
  dialog: { over: boolean; changed: (problem: ApiProblem) => string | undefined; onEnd: (changed: boolean) => void }
}

/** Pays back what is owed, or a part of it: through the channel, or as a transfer that was made. */
function PayBack({ refund, decided, dialog }: SettleProps) {
  const t = useTexts('operator')
  const { key, orderNumber, owedSatang, ways } = refund
  const most = availableOf(refund)
  const amount = useAmount(most)
  const [chosenWay, setWay] = useState<RefundWay>()
  const way = chosenWay && ways.includes(chosenWay) ? chosenWay : (ways[0] ?? 'outside')
  const [lineId, setLineId] = useState<number>()
  const order = useQuery({ ...refundableOrderQuery(orderNumber ?? ''), enabled: orderNumber != null })
  const baht = formatBaht(amount.satang ?? most, 'exact')
  const part = amount.satang !== undefined && amount.satang < most
  return (
    <DecisionDialog
      title={t('refund.payBackTitle', { key })}
      noteLabel={t(way === 'outside' ? 'unmatched.note' : 'note')}
      action={t(`refund.${way}Do`, { amount: baht })}
      isReady={amount.check}
      decide={(note) => {
        const body = { owedSatang, note, way, ...(part && { amountSatang: amount.satang }), ...(lineId !== undefined && { lineId }) }
        return decided(answerOf(consoleSettleRefund({ path: { key }, body })))
      }}
      {...dialog}
      fields={
        <>
          <WayField ways={ways} way={way} onChoose={setWay} />
          <AmountField amount={amount} most={most} />
          {order.data && order.data.lines.length > 1 && <LineField lines={order.data.lines} chosen={lineId} onChoose={setLineId} />}
        </>
      }
    >
      {t(`refund.${way}Text`, { amount: baht })} {part && t('refund.rest', { amount: formatBaht(most - (amount.satang ?? 0), 'exact') })}
    </DecisionDialog>
  )
}

function GiveUp({ refund: { key, owedSatang }, decided, dialog }: SettleProps) {
  const t = useTexts('operator')
  return (
    <DecisionDialog
      title={t('refund.giveUpTitle', { key })}
      noteLabel={t('unmatched.note')}
      action={t('refund.giveUp')}
      danger
      decide={(note) => decided(answerOf(consoleSettleRefund({ path: { key }, body: { owedSatang, note } })))}
      {...dialog}
    >
      {t('refund.giveUpText', { amount: formatBaht(-owedSatang, 'exact') })}
    </DecisionDialog>
  )
}
