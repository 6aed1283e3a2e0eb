import { MoneyPage } from './money-page'
import { UnmatchedCharges } from './unmatched-charges'

/** Charges at the payment provider that do not match the books. */
export function UnmatchedPage() {
  return (
    <MoneyPage tab="unmatched">
      <UnmatchedCharges />
    </MoneyPage>
  )
}
