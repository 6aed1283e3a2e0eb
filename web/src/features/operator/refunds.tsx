import { useQuery } from '@tanstack/react-query'
import { operatorListRefunds, type Refund, operatorSettleRefund } from '@/api/generated'
import { answerOf } from '@/api/problem'
import { useLanguage, useTexts } from '@/i18n'
import { formatDateTime } from '@/i18n/format'
import { Amount, formatBaht } from '@/ui/amount'
import { Button } from '@/ui/button'
import { Tag } from '@/ui/tag'
import { DecisionDialog } from './decision-dialog'
import { WorkList } from './work-list'

/** Refunds that are owed but not seen yet, and refunds that were not owed. */
export function Refunds() {
  const query = useQuery({ queryKey: ['refunds'], queryFn: () => answerOf(operatorListRefunds({ query: { perPage: 50 } })) })
  return <WorkList kind="refund" query={query} keyOf={({ key }) => key} Row={Row} Decide={Settle} />
}

function Row({ item: refund, onChoose }: { item: Refund; onChoose: (refund: Refund) => void }) {
  const t = useTexts('operator')
  const language = useLanguage()
  const owed = refund.owedSatang > 0
  return (
    <li className="flex flex-wrap items-center gap-4 rounded-panel border border-line bg-panel p-4">
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-center gap-2">
          {refund.owedSatang !== 0 && <Tag tone={owed ? 'amber' : 'red'}>{t(owed ? 'refund.owed' : 'refund.unowed')}</Tag>}
          {refund.disputed && <Tag tone="red">{t('refund.disputed')}</Tag>}
        </p>
        {refund.disputed && <p className="text-sm text-mute">{t('refund.onHold')}</p>}
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
      <div className="flex flex-col items-end">
        <Amount satang={Math.abs(refund.owedSatang)} decimals="exact" className="text-lg" />
        {refund.chargedBackSatang > 0 && (
          <span className="text-sm text-mute">{t('refund.chargedBack', { amount: formatBaht(refund.chargedBackSatang, 'exact') })}</span>
        )}
      </div>
      {/* Until the dispute is decided the money may come back. */}
      {!refund.disputed && (
        <Button size="sm" onClick={() => onChoose(refund)}>
          {t(owed ? 'refund.paidBack' : 'refund.giveUp')}
        </Button>
      )}
    </li>
  )
}

function Settle({ chosen: { key, owedSatang }, onEnd }: { chosen: Refund; onEnd: (changed: boolean) => void }) {
  const t = useTexts('operator')
  const decision = owedSatang > 0 ? 'paidBack' : 'giveUp'
  return (
    <DecisionDialog
      title={t(`refund.${decision}Title`, { key })}
      noteLabel={t('unmatched.note')}
      action={t(`refund.${decision}`)}
      danger={decision === 'giveUp'}
      decide={(note) => answerOf(operatorSettleRefund({ path: { key }, body: { owedSatang, note } }))}
      onEnd={onEnd}
    >
      {t(`refund.${decision}Text`, { amount: formatBaht(Math.abs(owedSatang), 'exact') })}
    </DecisionDialog>
  )
}
