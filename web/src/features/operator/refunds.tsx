import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { operatorListRefunds, operatorSettleRefund, type Refund, type RefundWay } from '@/api/generated'
import { answerOf } from '@/api/problem'
import { useLanguage, useTexts } from '@/i18n'
import { formatDateTime } from '@/i18n/format'
import { Amount, formatBaht } from '@/ui/amount'
import { Button } from '@/ui/button'
import { Tag } from '@/ui/tag'
import { DecisionDialog } from './decision-dialog'
import { LineField } from './line-field'
import { AmountField, useAmount, WayField } from './refund-fields'
import { refundableOrderQuery } from './refundable-order'
import { WorkList } from './work-list'

/** Refunds that are owed but not seen yet, and refunds that were not owed. */
export function Refunds() {
  const query = useQuery({ queryKey: ['refunds'], queryFn: () => answerOf(operatorListRefunds({ query: { perPage: 50 } })) })
  return <WorkList kind="refund" query={query} keyOf={({ key }) => key} Row={Row} Decide={Decide} />
}

function Row({ item: refund, onChoose }: { item: Refund; onChoose: (refund: Refund) => void }) {
  const t = useTexts('operator')
  const language = useLanguage()
  const owed = refund.owedSatang > 0
  const asked = refund.requestedSatang > 0
  return (
    <li className="flex flex-wrap items-center gap-4 rounded-panel border border-line bg-panel p-4">
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-center gap-2">
          {refund.owedSatang !== 0 && <Tag tone={owed ? 'amber' : 'red'}>{t(owed ? 'refund.owed' : 'refund.unowed')}</Tag>}
          {refund.disputed && <Tag tone="red">{t('refund.disputed')}</Tag>}
          {asked && <Tag tone="lime">{t('refund.asked')}</Tag>}
          {refund.failureCode && !asked && <Tag tone="red">{t('refund.refused')}</Tag>}
        </p>
        {refund.disputed && <p className="text-sm text-mute">{t('refund.onHold')}</p>}
        {asked && <p className="text-sm text-mute">{t('refund.askedText', { amount: formatBaht(refund.requestedSatang, 'exact') })}</p>}
        {refund.failureCode && !asked && (
          <p className="text-sm text-mute">
            {t('refund.refusedText')}{' '}
            <span className="num" lang="en">
              {refund.failureCode}
            </span>
          </p>
        )}
        {refund.orderNumber && (
          <p className="text-sm text-mute">
            {t('refund.order')} <span className="num text-text">{refund.orderNumber}</span>
          </p>
        )}
        <p className="text-sm text-mute">
          {t('refund.charges')}{' '}
          <span className="num break-all" lang="en">
            {refund.chargeIds.join(', ')}
          </span>
        </p>
        <p className="text-sm text-mute">
          {t('refund.since')} {formatDateTime(refund.since, language)}
        </p>
      </div>
      <div className="flex flex-col max-sm:w-full sm:items-end">
        <Amount satang={Math.abs(refund.owedSatang)} decimals="exact" className="text-lg" />
        {refund.chargedBackSatang > 0 && (
          <span className="text-sm text-mute">{t('refund.chargedBack', { amount: formatBaht(refund.chargedBackSatang, 'exact') })}</span>
        )}
      </div>
      {/* Until the dispute is decided the money may come back. */}
      {!refund.disputed && (!owed || availableOf(refund) > 0) && (
        <Button size="sm" onClick={() => onChoose(refund)}>
          {t(owed ? 'refund.payBack' : 'refund.giveUp')}
        </Button>
      )}
    </li>
  )
}

/** The part of what is owed that nobody is being asked for yet. */
const availableOf = ({ owedSatang, requestedSatang }: Refund) => owedSatang - requestedSatang

function Decide({ chosen, onEnd }: { chosen: Refund; onEnd: (changed: boolean) => void }) {
  return chosen.owedSatang > 0 ? <PayBack refund={chosen} onEnd={onEnd} /> : <GiveUp refund={chosen} onEnd={onEnd} />
}

interface SettleProps {
  refund: Refund
  onEnd: (changed: boolean) => void
}

/** Pays back what is owed, or a part of it: through the channel, or as a transfer that was made. */
function PayBack({ refund, onEnd }: SettleProps) {
  const t = useTexts('operator')
  const { key, orderNumber, owedSatang, ways } = refund
  const most = availableOf(refund)
  const amount = useAmount(most)
  const [way, setWay] = useState<RefundWay>(ways[0] ?? 'outside')
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
      decide={(note) =>
        answerOf(
          operatorSettleRefund({
            path: { key },
            body: { owedSatang, note, way, ...(part && { amountSatang: amount.satang }), ...(lineId !== undefined && { lineId }) },
          }),
        )
      }
      onEnd={onEnd}
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

function GiveUp({ refund: { key, owedSatang }, onEnd }: SettleProps) {
  const t = useTexts('operator')
  return (
    <DecisionDialog
      title={t('refund.giveUpTitle', { key })}
      noteLabel={t('unmatched.note')}
      action={t('refund.giveUp')}
      danger
      decide={(note) => answerOf(operatorSettleRefund({ path: { key }, body: { owedSatang, note } }))}
      onEnd={onEnd}
    >
      {t('refund.giveUpText', { amount: formatBaht(-owedSatang, 'exact') })}
    </DecisionDialog>
  )
}
