import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { operatorRefundFavour, type RefundableOrder } from '@/api/generated'
import { favourRefundLimits } from '@/api/limits.gen'
import { answerOf, problemOf } from '@/api/problem'
import { useRequestKeys } from '@/api/request-keys'
import { useContent, useTexts } from '@/i18n'
import { Amount, formatBaht } from '@/ui/amount'
import { Button } from '@/ui/button'
import { TextField } from '@/ui/field'
import { useProblemText } from '@/ui/query-error'
import { Tag } from '@/ui/tag'
import { DecisionDialog } from './decision-dialog'
import { LineField } from './line-field'
import { AmountField, useAmount } from './refund-fields'
import { refundableOrderQuery } from './refundable-order'

/** Gives money of a delivered order back that nobody is owed: the order is looked up first, so that the operator sees what they refund. */
export function Favour() {
  const t = useTexts('operator')
  const problemText = useProblemText()
  const heading = useId()
  const [typed, setTyped] = useState('')
  const [number, setNumber] = useState('')
  const { data, error, isFetching, refetch } = useQuery({ ...refundableOrderQuery(number), enabled: number !== '' })
  const look = () => {
    const wanted = typed.trim().toUpperCase()
    if (wanted === number) void refetch()
    else setNumber(wanted)
  }
  return (
    <section className="flex flex-col gap-6" aria-labelledby={heading}>
      <h2 id={heading} className="text-xl">
        {t('favour.heading')}
      </h2>
      <p className="text-mute">{t('favour.intro')}</p>
      <form
        noValidate
        className="flex flex-wrap items-start gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          look()
        }}
      >
        <TextField
          className="min-w-0 flex-1 basis-56 sm:max-w-xs"
          label={t('favour.number')}
          value={typed}
          maxLength={40}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setTyped(event.target.value)}
          error={error && !isFetching && number !== '' ? problemText(problemOf(error)) : undefined}
        />
        <Button type="submit" className="mt-[30px]" busy={isFetching} disabled={typed.trim() === ''}>
          {t('favour.look')}
        </Button>
      </form>
      {data && !error && <Found key={`${data.number} ${data.version}`} order={data} onChanged={() => void refetch()} />}
    </section>
  )
}

/** The order's money, and the refund of it. */
function Found({ order, onChanged }: { order: RefundableOrder; onChanged: () => void }) {
  const t = useTexts('operator')
  const content = useContent()
  const [asking, setAsking] = useState(false)
  return (
    <div className="flex flex-wrap items-center gap-4 rounded-panel border border-line bg-panel p-4">
      <div className="min-w-0 flex-1 basis-72 text-sm">
        <p className="flex flex-wrap items-center gap-2">
          <span className="num text-base">{order.number}</span>
          <Tag>{t(`way.${order.way}`)}</Tag>
        </p>
        <p className="text-mute">{order.lines.map(({ name }) => content(name)).join(' · ')}</p>
        <p className="text-mute">
          {t('favour.paid')} <Amount satang={order.totalSatang} decimals="exact" /> · {t('favour.refunded')}{' '}
          <Amount satang={order.refundedSatang} decimals="exact" />
        </p>
      </div>
      <div className="flex flex-col text-sm max-sm:w-full sm:items-end text-mute">
        <Amount satang={order.refundableSatang} decimals="exact" className="text-lg text-text" />
        {t('favour.refundable')}
      </div>
      {order.refundableSatang > 0 && (
        <Button size="sm" onClick={() => setAsking(true)}>
          {t('favour.do')}
        </Button>
      )}
      {asking && (
        <Grant
          order={order}
          onEnd={(changed) => {
            setAsking(false)
            if (changed) onChanged()
          }}
          onChanged={onChanged}
        />
      )}
    </div>
  )
}

interface GrantProps {
  order: RefundableOrder
  onEnd: (changed: boolean) => void
  /** The order is not as it was shown. */
  onChanged: () => void
}

function Grant({ order, onEnd, onChanged }: GrantProps) {
  const [lineId, setLineId] = useState<number>()
  const line = order.lines.find(({ id }) => id === lineId)
  // Another line has another limit.
  return (
    <GrantAmount
      key={lineId}
      order={order}
      lineId={lineId}
      onLine={setLineId}
      most={line ? line.refundableSatang : order.refundableSatang}
      onEnd={onEnd}
      onChanged={onChanged}
    />
  )
}

interface GrantAmountProps extends GrantProps {
  lineId: number | undefined
  onLine: (lineId: number | undefined) => void
  most: number
}

function GrantAmount({ order, lineId, onLine, most, onEnd, onChanged }: GrantAmountProps) {
  const t = useTexts('operator')
  const amount = useAmount(most)
  const keyOf = useRequestKeys()
  const baht = formatBaht(amount.satang ?? most, 'exact')
  return (
    <DecisionDialog
      title={t('favour.title', { number: order.number })}
      noteLabel={t('note')}
      longest={favourRefundLimits.reason}
      action={t('favour.doIt', { amount: baht })}
      danger
      isReady={amount.check}
      decide={async (reason) => {
        const body = { amountSatang: amount.satang ?? 0, reason, version: order.version, ...(lineId !== undefined && { lineId }) }
        try {
          await answerOf(operatorRefundFavour({ path: { number: order.number }, headers: { 'Idempotency-Key': keyOf(body) }, body }))
        } catch (error) {
          const { code } = problemOf(error)
          if (code === 'refund_changed' || code === 'refund_too_much') onChanged()
          throw error
        }
      }}
      onEnd={onEnd}
      fields={
        <>
          {order.lines.length > 1 && (
            <LineField lines={order.lines.filter(({ refundableSatang }) => refundableSatang > 0)} chosen={lineId} onChoose={onLine} />
          )}
          <AmountField amount={amount} most={most} />
        </>
      }
    >
      {t(order.way === 'channel' ? 'favour.channelText' : 'favour.outsideText', { amount: baht })}
    </DecisionDialog>
  )
}
