import { runSql } from './database'

/** An item about which a counterparty's list and our books differ; amounts in satang. */
export interface Difference {
  kind: 'charge' | 'payout' | 'order'
  subject: string
  reason: 'unknown_here' | 'unknown_there' | 'amount'
  ours: number
  theirs: number
}

/**
 * Stores the differences of a day in a shop's database, as the daily comparison does: the shop compares past days only, at hours of its own. What
 * was explained before is asked about again.
 */
export async function storeDifferences(data: string, counterparty: string, day: string, items: readonly Difference[]): Promise<void> {
  const sum = (side: 'ours' | 'theirs') => items.reduce((satang, item) => satang + item[side], 0)
  const rows = items.map(({ kind, subject, reason, ours, theirs }) => `('${kind}', '${subject}', '${reason}', ${ours}, ${theirs})`)
  await runSql(
    data,
    `with compared as (
       insert into shop.reconciliations (counterparty, day, ours_satang, theirs_satang, state, checked_at)
       values ('${counterparty}', '${day}', ${sum('ours')}, ${sum('theirs')}, 'differs', now())
       on conflict (counterparty, day) do update set ours_satang = excluded.ours_satang, theirs_satang = excluded.theirs_satang,
         state = excluded.state, checked_at = excluded.checked_at returning id)
     insert into shop.reconciliation_differences (reconciliation_id, kind, subject, reason, ours_satang, theirs_satang, found_at)
     select id, kind, subject, reason, ours, theirs, now()
     from compared, (values ${rows.join()}) as found (kind, subject, reason, ours, theirs)
     on conflict (reconciliation_id, kind, subject) do update set reason = excluded.reason, ours_satang = excluded.ours_satang,
       theirs_satang = excluded.theirs_satang, explained_at = null, explained_by = null, note = null`,
  )
}
