import type { StoryEntry } from '@/api/generated'

/** The side that the order waits for. */
export type Waiting = 'payer' | 'provider' | 'partner' | 'staff'

/** The parts of an order's state that decide who has to act next; each entry of its story changes them. */
export interface Standing {
  payment: 'charging' | 'shown' | 'mismatch' | 'paid' | 'ended'
  /** Items that are delivered, or given up and owed back. */
  settled: ReadonlySet<string>
  /** Items that staff must decide about. */
  repairs: ReadonlySet<string>
  /** Codes that the buyer found used. */
  claims: ReadonlySet<string>
  /** Refunds that the provider is asked for. */
  refunds: ReadonlySet<string>
  /** Money is owed back that nobody is asked for. */
  isOwed: boolean
  /** Charges that were paid on top. */
  surplus: ReadonlySet<string>
  /** Disputed charges that are not decided. */
  disputes: ReadonlySet<string>
}

const NONE: ReadonlySet<string> = new Set()

export const BEGINNING: Standing = {
  payment: 'charging',
  settled: NONE,
  repairs: NONE,
  claims: NONE,
  refunds: NONE,
  isOwed: false,
  surplus: NONE,
  disputes: NONE,
}

const withKey = (set: ReadonlySet<string>, key: string): ReadonlySet<string> => new Set([...set, key])
const withoutKey = (set: ReadonlySet<string>, key: string): ReadonlySet<string> => new Set([...set].filter((other) => other !== key))

/** Another try of an item has its reference with a number behind: `MN-1.2`. */
const itemOf = ({ detail }: StoryEntry) => String(detail.delivery).replace(/\.\d+$/, '')

type Change = (standing: Standing, entry: StoryEntry) => Partial<Standing>

const charging: Change = ({ payment }) => (payment === 'paid' ? {} : { payment: 'charging' })
const shown: Change = ({ payment }) => (payment === 'paid' ? {} : { payment: 'shown' })
const ended: Change = ({ payment }) => (payment === 'paid' ? {} : { payment: 'ended' })
const retried: Change = ({ repairs }, entry) => ({ repairs: withoutKey(repairs, itemOf(entry)) })
const settle: Change = ({ settled, repairs }, entry) => ({
  settled: withKey(settled, itemOf(entry)),
  repairs: withoutKey(repairs, itemOf(entry)),
})
/** The money of an item that is given up goes back by itself where the channel can; else staff owe it. */
const giveUp: Change = (standing, entry) => ({ ...settle(standing, entry), ...(standing.refunds.size === 0 && { isOwed: true }) })
const decideClaim: Change = ({ claims }, { detail }) => ({ claims: withoutKey(claims, String(detail.serial)) })
const endRefund: Change = ({ refunds }, { detail }) => ({ refunds: withoutKey(refunds, String(detail.refund)) })

const CHANGES: Readonly<Record<string, Change>> = {
  created: charging,
  new_code: charging,
  channel_changed: charging,
  code_shown: shown,
  // Without a card there is nothing to charge.
  payment_begun: (standing, entry) => (entry.detail.channel === 'card' ? shown(standing, entry) : {}),
  payment_failed: shown,
  payment_expired: shown,
  let_go: shown,
  payment_mismatch: ({ payment }) => (payment === 'paid' ? {} : { payment: 'mismatch' }),
  expired: ended,
  cancelled: ended,
  paid: () => ({ payment: 'paid' }),
  paid_twice: ({ surplus }, { detail }) => ({ surplus: withKey(surplus, String(detail.charge)) }),
  unmatched_charge_closed: ({ surplus, payment }, { detail }) => ({
    surplus: withoutKey(surplus, String(detail.charge)),
    ...(payment === 'mismatch' && { payment: 'ended' }),
  }),
  line_repair: ({ repairs }, entry) => ({ repairs: withKey(repairs, itemOf(entry)) }),
  repair_retry: retried,
  line_retrying: retried,
  line_switched: retried,
  line_corrected: (standing, entry) => (entry.detail.choice === 'refund' ? giveUp : retried)(standing, entry),
  line_delivered: settle,
  line_delivered_closed: settle,
  repair_closed: giveUp,
  code_claimed: ({ claims }, { detail }) => ({ claims: withKey(claims, String(detail.serial)) }),
  code_exchanged: decideClaim,
  claim_refused: decideClaim,
  refund_asked: ({ refunds }, { detail }) => ({ refunds: withKey(refunds, String(detail.refund)), isOwed: false }),
  refund_done: endRefund,
  refund_refused: (standing, entry) => ({ ...endRefund(standing, entry), isOwed: true }),
  refund_settled: () => ({ isOwed: false }),
  refunded: () => ({ isOwed: false }),
  dispute: ({ disputes }, { detail }) => {
    const isOpen = detail.dispute === 'open' || detail.dispute === 'pending'
    return { disputes: (isOpen ? withKey : withoutKey)(disputes, String(detail.charge)) }
  },
}

/** Returns the state after an entry. Journals have kinds of their own, and follow what the others say. */
export function after(standing: Standing, entry: StoryEntry): Standing {
  const change = entry.source === 'ledger' ? undefined : CHANGES[entry.kind]
  return change ? { ...standing, ...change(standing, entry) } : standing
}

export const standingOf = (story: readonly StoryEntry[]): Standing => story.reduce(after, BEGINNING)

/** Returns whom an order of so many items waits for; undefined if nothing is pending. Staff come first: they alone can end it. */
export function waitsFor(standing: Standing, items: number): Waiting | undefined {
  const { payment, settled, repairs, claims, refunds, isOwed, surplus, disputes } = standing
  if (payment === 'mismatch' || repairs.size + claims.size + surplus.size > 0 || isOwed) return 'staff'
  if (payment === 'charging') return 'provider'
  if (payment === 'shown') return 'payer'
  if (payment === 'paid' && settled.size < items) return 'partner'
  return refunds.size + disputes.size > 0 ? 'provider' : undefined
}
