import { useQuery } from '@tanstack/react-query'
import { decideStranger, listStrangers, type Stranger } from '@/api/generated'
import { answerOf } from '@/api/problem'
import { useLanguage, useTexts } from '@/i18n'
import { formatDateTime } from '@/i18n/format'
import { Amount, formatBaht } from '@/ui/amount'
import { Button } from '@/ui/button'
import { Tag } from '@/ui/tag'
import { DecisionDialog } from './decision-dialog'
import { WorkList } from './work-list'

const REASONS = ['unknown', 'amount_mismatch', 'paid_twice', 'contradicted'] as const
const STATUSES = ['pending', 'successful', 'failed', 'expired', 'reversed'] as const

/** Charges at the payment provider that do not agree with the books: an operator settles them outside and says so here. */
export function Strangers() {
  const query = useQuery({ queryKey: ['strangers'], queryFn: () => answerOf(listStrangers({ query: { perPage: 50 } })) })
  return <WorkList kind="stranger" query={query} keyOf={({ id }) => id} Row={Row} Decide={Close} />
}

function Row({ item: stranger, onChoose }: { item: Stranger; onChoose: (stranger: Stranger) => void }) {
  const t = useTexts('operator')
  const language = useLanguage()
  const reason = REASONS.find((known) => known === stranger.reason)
  const status = STATUSES.find((known) => known === stranger.status)
  const ours = stranger.currency === 'THB'
  return (
    <li className="flex flex-wrap items-center gap-4 rounded-panel border border-line bg-panel p-4">
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-center gap-2">
          <Tag tone="red">{reason ? t(`stranger.${reason}`) : stranger.reason}</Tag>
          <span className="text-sm text-mute">{status ? t(`stranger.status.${status}`) : stranger.status}</span>
        </p>
        <p className="num text-sm break-all" lang="en">
          {stranger.chargeId}
        </p>
        {stranger.orderNumber && (
          <p className="text-sm text-mute">
            {t('stranger.order')} <span className="num text-text">{stranger.orderNumber}</span>
          </p>
        )}
        <p className="text-sm text-mute">
          {t('stranger.foundAt')} {formatDateTime(stranger.foundAt, language)}
        </p>
      </div>
      <div className="flex flex-col items-end">
        <Amount satang={stranger.amountSatang} decimals="exact" className="text-lg" unit={ours ? '฿' : stranger.currency} />
        <span className="text-sm text-mute">
          {stranger.expectedSatang == null
            ? t('stranger.noExpected')
            : t('stranger.expected', { amount: formatBaht(stranger.expectedSatang, 'exact') })}
        </span>
      </div>
      <Button size="sm" onClick={() => onChoose(stranger)}>
        {t('stranger.close')}
      </Button>
    </li>
  )
}

function Close({ chosen: stranger, onEnd }: { chosen: Stranger; onEnd: (changed: boolean) => void }) {
  const t = useTexts('operator')
  return (
    <DecisionDialog
      title={t('stranger.closeTitle', { id: stranger.chargeId })}
      noteLabel={t('stranger.note')}
      action={t('stranger.close')}
      decide={(note) => answerOf(decideStranger({ path: { id: stranger.id }, body: { action: 'close', note } }))}
      onEnd={onEnd}
    >
      {t(stranger.reason === 'paid_twice' ? 'stranger.closeTwice' : 'stranger.closeText')}
    </DecisionDialog>
  )
}
