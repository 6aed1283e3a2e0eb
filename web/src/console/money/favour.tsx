import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { consoleRefundFavour, type RefundableOrder } from '@/api/generated'
import { favourRefundLimits } from '@/api/limits.gen'
import { answerOf, problemOf } from '@/api/problem'
import { useRequestKeys } from '@/api/request-keys'
import { useContent, useTexts } from '@/i18n'
import { Amount, formatBaht } from '@/ui/amount'
import { Button } from '@/ui/button'
import { TextField } from '@/ui/field'
import { useProblemText } from '@/ui/query-error'
import { Tag } from '@/ui/tag'
import { DecisionDialog } from '../work/decision-dialog'
import { LIST, ROW } from '../work/look'
import { OrderLink } from '../work/order-link'
import { RowButton } from '../work/row-button'
import { LineField } from './line-field'
import { AmountField, useAmount } from './refund-fields'
import { refundableOrderQuery } from './refundable-order'

interface FavourProps {
  /** Number of the order that is shown; empty: none. */
  number: string
  onLook: (number: string) => void
}

/** Gives money of a delivered order back that nobody is owed: the order is looked up first, so that staff see what they refund. */
export function Favour({ number, onLook }: FavourProps) {
  const t = useTexts('operator')
  const problemText = useProblemText()
  const heading = useId()
  const [typed, setTyped] = useState(number)
  const [looked, setLooked] = useState(number)
  // Looked up, or gone back to.
  if (looked !== number) {
    setLooked(number)
    setTyped(number)
  }
  const { data, error, isFetching, refetch } = useQuery({ ...refundableOrderQuery(number), enabled: number !== '' })
  const look = () => {
    const wanted = typed.trim().toUpperCase()
    if (wanted === number) void refetch()
    else onLook(wanted)
  }
  return (
    <section className="flex flex-col gap-3" aria-labelledby={heading}>
      <h2 id={heading} className="text-lg">
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
        <Button type="submit" className="mt-[27px]" busy={isFetching} disabled={typed.trim() === ''}>
          {t('favour.look')}
        </Button>
      </form>
      {data && !error && <Found key={data.number} order={data} reload={refetch} />}
    </section>
  )
}

interface FoundProps {
  order: RefundableOrder
  reload: () => Promise<unknown>
}

/** The order's money, and the refund of it. */
function Found({ order, reload }: FoundProps) {
  const t = useTexts('operator')
  const content = useContent()
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  return (
    <div className={`${LIST} ${ROW}`}>
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-center gap-x-2">
          <OrderLink number={order.number} />
          <Tag>{t(`way.${order.way}`)}</Tag>
        </p>
        <p className="text-mute">{order.lines.map(({ name }) => content(name)).join(' · ')}</p>
        <p className="text-mute">
          {t('favour.paid')} <Amount satang={order.totalSatang} decimals="exact" /> · {t('favour.refunded')}{' '}
          <Amount satang={order.refundedSatang} decimals="exact" />
        </p>
      </div>
      <div className="flex flex-col text-mute max-sm:w-full sm:items-end">
        <Amount satang={order.refundableSatang} decimals="exact" className="text-base text-text" />
        {t('favour.refundable')}
      </div>
      {order.refundableSatang > 0 && <RowButton onClick={() => setAsking(true)}>{t('favour.do')}</RowButton>}
      {asking && (
        <Grant
          order={order}
          reload={reload}
          onEnd={(changed) => {
            setAsking(false)
            if (!changed) return
            void reload()
            // What goes back by a transfer is due now.
            void client.invalidateQueries({ queryKey: ['refunds'] })
          }}
        />
      )}
    </div>
  )
}

/** Refusals after which the order is not as it was shown. */
const CHANGED = ['refund_changed', 'refund_too_much', 'refund_disputed', 'order_state']

function Grant({ order, reload, onEnd }: FoundProps & { onEnd: (changed: boolean) => void }) {
  const t = useTexts('operator')
  const keyOf = useRequestKeys()
  const lines = order.lines.filter(({ refundableSatang }) => refundableSatang > 0)
  const [lineId, setLineId] = useState<number>()
  const line = lines.find(({ id }) => id === lineId)
  const most = line ? line.refundableSatang : order.refundableSatang
  const amount = useAmount(most)
  const baht = formatBaht(amount.satang ?? most, 'exact')
  const over = order.refundableSatang <= 0
  return (
    <DecisionDialog
      title={t('favour.title', { number: order.number })}
      noteLabel={t('note')}
      longest={favourRefundLimits.reason}
      action={t('favour.doIt', { amount: baht })}
      danger
      isReady={amount.check}
      decide={async (reason) => {
        const body = { amountSatang: amount.satang ?? 0, reason, version: order.version, ...(line && { lineId: line.id }) }
        try {
          await answerOf(consoleRefundFavour({ path: { number: order.number }, headers: { 'Idempotency-Key': keyOf(body) }, body }))
        } catch (error) {
          // The dialog goes on with the order as it is now.
          if (CHANGED.includes(problemOf(error).code)) await reload()
          throw error
        }
      }}
      changed={({ code }) => {
        if (over) return t('favour.over')
        return code === 'refund_changed' ? t('favour.changed', { amount: formatBaht(order.refundableSatang, 'exact') }) : undefined
      }}
      over={over}
      onEnd={onEnd}
      fields={
        <>
          {order.lines.length > 1 && (
            <LineField
              lines={lines}
              chosen={line?.id}
              onChoose={(id) => {
                setLineId(id)
                // Another line has another limit.
                amount.type(undefined)
              }}
            />
          )}
          <AmountField amount={amount} most={most} />
        </>
      }
    >
      {t(order.way === 'channel' ? 'favour.channelText' : 'favour.outsideText', { amount: baht })}
    </DecisionDialog>
  )
}
