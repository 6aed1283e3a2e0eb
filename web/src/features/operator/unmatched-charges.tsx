import { useQuery } from '@tanstack/react-query'
import { operatorDecideUnmatchedCharge, operatorListUnmatchedCharges, type UnmatchedCharge } from '@/api/generated'
import { answerOf } from '@/api/problem'
import { useLanguage, useTexts } from '@/i18n'
import { formatDateTime } from '@/i18n/format'
import { Amount, formatBaht } from '@/ui/amount'
import { Button } from '@/ui/button'
import { Tag } from '@/ui/tag'
import { DecisionDialog } from './decision-dialog'
import { WorkList } from './work-list'

const REASONS = ['unknown', 'amount_mismatch', 'paid_twice', 'contradicted', 'returned', 'returned_twice'] as const
/** Closing these books nothing: that happened when the money moved. */
const BOOKED = ['paid_twice', 'returned', 'returned_twice']
const STATUSES = ['pending', 'successful', 'failed', 'expired', 'reversed'] as const

/** Charges at the payment provider that do not agree with the books: an operator settles them elsewhere and closes them here. */
export function UnmatchedCharges() {
  const query = useQuery({
    queryKey: ['unmatched-charges'],
    queryFn: () => answerOf(operatorListUnmatchedCharges({ query: { perPage: 50 } })),
  })
  return <WorkList kind="unmatched" query={query} keyOf={({ id }) => id} Row={Row} Decide={Close} />
}

function Row({ item: charge, onChoose }: { item: UnmatchedCharge; onChoose: (charge: UnmatchedCharge) => void }) {
  const t = useTexts('operator')
  const language = useLanguage()
  const reason = REASONS.find((known) => known === charge.reason)
  const status = STATUSES.find((known) => known === charge.status)
  const ours = charge.currency === 'THB'
  return (
    <li className="flex flex-wrap items-center gap-4 rounded-panel border border-line bg-panel p-4">
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-center gap-2">
          <Tag tone="red">{reason ? t(`unmatched.${reason}`) : charge.reason}</Tag>
          <span className="text-sm text-mute">{status ? t(`unmatched.status.${status}`) : charge.status}</span>
        </p>
        <p className="num text-sm break-all" lang="en">
          {charge.chargeId}
        </p>
        {charge.orderNumber && (
          <p className="text-sm text-mute">
            {t('unmatched.order')} <span className="num text-text">{charge.orderNumber}</span>
          </p>
        )}
        <p className="text-sm text-mute">
          {t('unmatched.foundAt')} {formatDateTime(charge.foundAt, language)}
        </p>
      </div>
      <div className="flex flex-col max-sm:w-full sm:items-end">
        <Amount satang={charge.amountSatang} decimals="exact" className="text-lg" unit={ours ? '฿' : charge.currency} />
        <span className="text-sm text-mute">
          {charge.expectedSatang == null
            ? t('unmatched.noExpected')
            : t('unmatched.expected', { amount: formatBaht(charge.expectedSatang, 'exact') })}
        </span>
      </div>
      <Button size="sm" onClick={() => onChoose(charge)}>
        {t('unmatched.close')}
      </Button>
    </li>
  )
}

function Close({ chosen: charge, onEnd }: { chosen: UnmatchedCharge; onEnd: (changed: boolean) => void }) {
  const t = useTexts('operator')
  return (
    <DecisionDialog
      title={t('unmatched.closeTitle', { id: charge.chargeId })}
      noteLabel={t('unmatched.note')}
      action={t('unmatched.close')}
      decide={(note) => answerOf(operatorDecideUnmatchedCharge({ path: { id: charge.id }, body: { action: 'close', note } }))}
      onEnd={onEnd}
    >
      {t(BOOKED.includes(charge.reason) ? 'unmatched.closeBooked' : 'unmatched.closeText')}
    </DecisionDialog>
  )
}
