import { useSession } from '@/api/session'
import { LoginGate } from '@/features/login-gate/login-gate'
import { Reconciliations } from '@/features/operator/reconciliations'
import { useTexts } from '@/i18n'
import { Notice } from '@/ui/feedback'

/** Differences between counterparties' lists and the books. */
export function ReconciliationsPage() {
  const t = useTexts('operator')
  const operator = useSession((session) => session.me?.isOperator)
  return (
    <div className="flex flex-col gap-6">
      <h1 className="text-2xl">{t('reconciliation.page')}</h1>
      <LoginGate>{operator ? <Reconciliations /> : <Notice tone="warn">{t('staffOnly')}</Notice>}</LoginGate>
    </div>
  )
}
