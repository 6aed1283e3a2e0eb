import { useQuery } from '@tanstack/react-query'
import { consoleDecideUnmatchedCharge, consoleListUnmatchedCharges, type UnmatchedCharge } from '@/api/generated'
import { answerOf } from '@/api/problem'
import { useLanguage, useTexts } from '@/i18n'
import { formatDateTime } from '@/i18n/format'
import { Amount, formatBaht } from '@/ui/amount'
import { Tag } from '@/ui/tag'
import { DecisionDialog } from '../work/decision-dialog'
import { ROW } from '../work/look'
import { OrderLink } from '../work/order-link'
import { RowButton } from '../work/row-button'
import { type DecideProps, WorkList } from '../work/work-list'

const REASONS = ['unknown', 'amount_mismatch', 'paid_twice', 'contradicted', 'returned', 'returned_twice'] as const
/** Closing these books nothing: that happened when the money moved. */
const BOOKED = ['paid_twice', 'returned', 'returned_twice']
const STATUSES = ['pending', 'successful', 'failed', 'expired', 'reversed'] as const

/** Charges at the payment provider that do not agree with the books: staff settle them elsewhere and close them here. */
export function UnmatchedCharges() {
  const query = useQuery({
    queryKey: ['unmatched-charges'],
    queryFn: () => answerOf(consoleListUnmatchedCharges({ query: { perPage: 50 } })),
  })
  return <WorkList kind="unmatched" alone query={query} keyOf={({ id }) => id} Row={Row} Decide={Close} />
}

function Row({ item: charge, onChoose }: { item: UnmatchedCharge; onChoose: (charge: UnmatchedCharge) => void }) {
  const t = useTexts('operator')
  const language = useLanguage()
  const reason = REASONS.find((known) => known === charge.reason)
  const status = STATUSES.find((known) => known === charge.status)
  const ours = charge.currency === 'THB'
  return (
    <li className={ROW}>
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-center gap-x-2">
          <Tag tone="red">{reason ? t(`unmatched.${reason}`) : charge.reason}</Tag>
          <span className="text-mute">{status ? t(`unmatched.status.${status}`) : charge.status}</span>
          <span className="num break-all" lang="en">
            {charge.chargeId}
          </span>
        </p>
        <p className="text-mute">
          {charge.orderNumber && (
            <>
              {t('unmatched.order')} <OrderLink number={charge.orderNumber} /> ·{' '}
            </>
          )}
          {t('unmatched.foundAt')} {formatDateTime(charge.foundAt, language)}
        </p>
      </div>
      <div className="flex flex-col max-sm:w-full sm:items-end">
        <Amount satang={charge.amountSatang} decimals="exact" className="text-base" unit={ours ? '฿' : charge.currency} />
        <span className="text-mute">
          {charge.expectedSatang == null
            ? t('unmatched.noExpected')
            : t('unmatched.expected', { amount: formatBaht(charge.expectedSatang, 'exact') })}
        </span>
      </div>
      <RowButton onClick={() => onChoose(charge)}>{t('unmatched.close')}</RowButton>
    </li>
  )
}

function Close({ chosen: charge, onEnd }: DecideProps<UnmatchedCharge>) {
  const t = useTexts('operator')
  return (
    <DecisionDialog
      title={t('unmatched.closeTitle', { id: charge.chargeId })}
      noteLabel={t('unmatched.note')}
      action={t('unmatched.close')}
      decide={(note) => answerOf(consoleDecideUnmatchedCharge({ path: { id: charge.id }, body: { action: 'close', note } }))}
      onEnd={onEnd}
    >
      {t(BOOKED.includes(charge.reason) ? 'unmatched.closeBooked' : 'unmatched.closeText')}
    </DecisionDialog>
  )
}
