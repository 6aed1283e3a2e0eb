import type { StoryEntry } from '@/api/generated'

/** The order's money as our books have it, in satang. */
export interface OrderMoney {
  captured: number
  fee: number
  delivered: number
  returned: number
  /** Paid and neither delivered nor returned, or to be paid back; below zero, more went back than was owed. */
  owed: number
}

interface LedgerEntry {
  account: string
  amountSatang: number
}

/** Returns the lines of a journal: a debit is positive, a credit negative. */
export function ledgerEntries({ detail }: StoryEntry): LedgerEntry[] {
  return Array.isArray(detail.entries) ? (detail.entries as LedgerEntry[]) : []
}

const RETURNS = ['refunded', 'charged_back', 'paid_back']

/** Sums up the journals of a story; undefined if nothing is booked yet. */
export function moneyOf(story: readonly StoryEntry[]): OrderMoney | undefined {
  const journals = story.filter(({ source }) => source === 'ledger')
  if (journals.length === 0) return undefined
  const sum = (kinds: readonly string[] | undefined, ...accounts: string[]) =>
    journals
      .filter(({ kind }) => kinds === undefined || kinds.includes(kind))
      .flatMap(ledgerEntries)
      .filter(({ account }) => accounts.includes(account))
      .reduce((total, { amountSatang }) => total + amountSatang, 0)
  return {
    captured: sum(['captured'], 'provider_receivable'),
    fee: sum(['fee'], 'provider_fee', 'input_vat'),
    delivered: sum(['delivered'], 'customer_prepaid'),
    returned: sum(RETURNS, 'refund_payable', 'provider_claim'),
    // A plain zero: there is no minus zero baht.
    owed: 0 - sum(undefined, 'customer_prepaid', 'refund_payable'),
  }
}
