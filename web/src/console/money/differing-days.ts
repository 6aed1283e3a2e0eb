import type { ReconciliationDifference, ReconciliationDifferencePage } from '@/api/generated'

/** The unexplained differences of a counterparty's day. */
export interface DifferingDay {
  counterparty: string
  day: string
  items: ReconciliationDifference[]
}

/** Groups differences by day and counterparty, oldest day first. The total counts these days, and the differences beyond the page. */
export function byDay({ items, total }: ReconciliationDifferencePage): { items: DifferingDay[]; total: number } {
  const days = new Map<string, DifferingDay>()
  for (const item of items) {
    const key = `${item.day} ${item.counterparty}`
    const known = days.get(key)
    if (known) known.items.push(item)
    else days.set(key, { counterparty: item.counterparty, day: item.day, items: [item] })
  }
  const sorted = [...days].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, day]) => day)
  return { items: sorted, total: days.size + total - items.length }
}
