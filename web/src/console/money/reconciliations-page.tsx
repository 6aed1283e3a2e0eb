import { MoneyPage } from './money-page'
import { Reconciliations } from './reconciliations'

/** Differences between counterparties' lists and the books. */
export function ReconciliationsPage() {
  return (
    <MoneyPage tab="reconciliations">
      <Reconciliations />
    </MoneyPage>
  )
}
