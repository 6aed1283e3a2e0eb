import { useQuery } from '@tanstack/react-query'
import { consoleDecideRepair, consoleListRepairs, type Repair, type RepairAction } from '@/api/generated'
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

interface Decision {
  repair: Repair
  action: RepairAction
}

/** Paid lines that could not be delivered: staff send them again or give them up. */
export function Repairs() {
  const query = useQuery({ queryKey: ['repairs'], queryFn: () => answerOf(consoleListRepairs({ query: { perPage: 100 } })) })
  return <WorkList kind="repair" query={query} keyOf={({ deliveryId }) => deliveryId} Row={Row} Decide={Decide} />
}

function Row({ item: repair, onChoose }: { item: Repair; onChoose: (decision: Decision) => void }) {
  const t = useTexts('operator')
  const language = useLanguage()
  return (
    <li className={ROW}>
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-center gap-x-2">
          <OrderLink number={repair.orderNumber} />
          <Tag tone="red">{repair.failureCode ?? '–'}</Tag>
          <span className="text-mute">{t('attempts', { count: repair.attempts })}</span>
          {repair.paidAt && (
            <span className="text-mute">
              · {t('paidAt')} {formatDateTime(repair.paidAt, language)}
            </span>
          )}
        </p>
        <p className="text-mute">
          {repair.partner} · {repair.sku}
          {repair.quantity > 1 && ` × ${repair.quantity}`}
          {repair.playerId && ` · ${t('player')} ${repair.playerId}`}
          {repair.server && ` (${repair.server})`}
        </p>
      </div>
      <Amount satang={repair.totalSatang} decimals="exact" className="text-base" />
      <div className="flex gap-2">
        <RowButton onClick={() => onChoose({ repair, action: 'retry' })}>{t('retry')}</RowButton>
        <RowButton look="danger" onClick={() => onChoose({ repair, action: 'close' })}>
          {t('close')}
        </RowButton>
      </div>
    </li>
  )
}

function Decide({ chosen: { repair, action }, onEnd }: DecideProps<Decision, Repair>) {
  const t = useTexts('operator')
  return (
    <DecisionDialog
      title={t(`${action}Title`, { sku: repair.sku, number: repair.orderNumber })}
      noteLabel={t('note')}
      action={t(action)}
      danger={action === 'close'}
      decide={(note) => answerOf(consoleDecideRepair({ path: { deliveryId: repair.deliveryId }, body: { action, note } }))}
      onEnd={onEnd}
    >
      {t(`${action}Text`, { amount: formatBaht(repair.totalSatang, 'exact') })}
    </DecisionDialog>
  )
}
