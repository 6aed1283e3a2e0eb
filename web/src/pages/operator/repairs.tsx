import { useQuery } from '@tanstack/react-query'
import { operatorDecideRepair, operatorListRepairs, type Repair, type RepairAction } from '@/api/generated'
import { answerOf } from '@/api/problem'
import { useSession } from '@/api/session'
import { LoginGate } from '@/features/login-gate/login-gate'
import { useLanguage, useTexts } from '@/i18n'
import { formatDateTime } from '@/i18n/format'
import { Amount, formatBaht } from '@/ui/amount'
import { Button } from '@/ui/button'
import { Notice } from '@/ui/feedback'
import { Tag } from '@/ui/tag'
import { CodeClaims } from '@/features/operator/code-claims'
import { DecisionDialog } from '@/features/operator/decision-dialog'
import { Favour } from '@/features/operator/favour'
import { Refunds } from '@/features/operator/refunds'
import { UnmatchedCharges } from '@/features/operator/unmatched-charges'
import { WorkList } from '@/features/operator/work-list'

/** Paid lines that could not be delivered: an operator sends them again or gives them up. */
export function RepairsPage() {
  const t = useTexts('operator')
  const operator = useSession((session) => session.me?.isOperator)
  return (
    <div className="flex flex-col gap-6">
      <h1 className="text-2xl">{t('heading')}</h1>
      <LoginGate>
        {operator ? (
          <>
            <Queue />
            <CodeClaims />
            <Refunds />
            <Favour />
            <UnmatchedCharges />
          </>
        ) : (
          <Notice tone="warn">{t('staffOnly')}</Notice>
        )}
      </LoginGate>
    </div>
  )
}

interface Decision {
  repair: Repair
  action: RepairAction
}

function Queue() {
  const query = useQuery({ queryKey: ['repairs'], queryFn: () => answerOf(operatorListRepairs({ query: { perPage: 100 } })) })
  return <WorkList kind="repair" query={query} keyOf={({ deliveryId }) => deliveryId} Row={Row} Decide={Decide} />
}

function Row({ item: repair, onChoose }: { item: Repair; onChoose: (decision: Decision) => void }) {
  const t = useTexts('operator')
  const language = useLanguage()
  return (
    <li className="flex flex-wrap items-center gap-4 rounded-panel border border-line bg-panel p-4">
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-center gap-2">
          <span className="num">{repair.orderNumber}</span>
          <Tag tone="red">{repair.failureCode ?? '–'}</Tag>
          <span className="text-sm text-mute">{t('attempts', { count: repair.attempts })}</span>
        </p>
        <p className="text-sm text-mute">
          {repair.partner} · {repair.sku}
          {repair.quantity > 1 && ` × ${repair.quantity}`}
          {repair.playerId && ` · ${t('player')} ${repair.playerId}`}
          {repair.server && ` (${repair.server})`}
        </p>
        {repair.paidAt && (
          <p className="text-sm text-mute">
            {t('paidAt')} {formatDateTime(repair.paidAt, language)}
          </p>
        )}
      </div>
      <Amount satang={repair.totalSatang} decimals="exact" className="text-lg" />
      <div className="flex gap-2">
        <Button size="sm" onClick={() => onChoose({ repair, action: 'retry' })}>
          {t('retry')}
        </Button>
        <Button size="sm" look="danger" onClick={() => onChoose({ repair, action: 'close' })}>
          {t('close')}
        </Button>
      </div>
    </li>
  )
}

function Decide({ chosen: { repair, action }, onEnd }: { chosen: Decision; onEnd: (changed: boolean) => void }) {
  const t = useTexts('operator')
  return (
    <DecisionDialog
      title={t(`${action}Title`, { sku: repair.sku, number: repair.orderNumber })}
      noteLabel={t('note')}
      action={t(action)}
      danger={action === 'close'}
      decide={(note) => answerOf(operatorDecideRepair({ path: { deliveryId: repair.deliveryId }, body: { action, note } }))}
      onEnd={onEnd}
    >
      {t(`${action}Text`, { amount: formatBaht(repair.totalSatang, 'exact') })}
    </DecisionDialog>
  )
}
