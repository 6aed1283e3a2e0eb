import type { Work, WorkKind } from '@/api/generated'
import { isKnown, limitsOf } from './kinds'

/** All work of one kind. */
export interface WorkGroup {
  kind: WorkKind
  count: number
  /** Time since when the oldest waits; undefined where nothing waits or the time is not known */
  since: string | undefined
  /** Things that have a name, each with its own count */
  named: readonly NamedWork[]
}

type NamedWork = Work & { name: string }

export type Urgency = 'calm' | 'late' | 'overdue'

const hasName = (work: Work): work is NamedWork => Boolean(work.name)

/** Groups work by its kind; the kinds keep their order. */
export function groupsOf(work: readonly Work[]): WorkGroup[] {
  const kinds = [...new Set(work.map(({ kind }) => kind))].filter(isKnown)
  return kinds.map((kind) => {
    const all = work.filter((one) => one.kind === kind)
    const waits = limitsOf(kind) !== undefined
    const times = all.flatMap(({ since }) => since ?? [])
    return {
      kind,
      count: waits ? all.reduce((sum, { count }) => sum + count, 0) : all.length,
      since: waits ? times.sort((one, other) => Date.parse(one) - Date.parse(other))[0] : undefined,
      named: all.filter(hasName),
    }
  })
}

/** Returns how long something has waited, in milliseconds. */
export const waitedSince = (since: string, now: number): number => Math.max(0, now - Date.parse(since))

/** Returns whether work is urgent by the limits of its kind; what is out of order is late, and overdue once nothing is left to sell. */
export function urgencyOf({ kind, since, named }: WorkGroup, now: number): Urgency {
  const limits = limitsOf(kind)
  if (!limits) return kind === 'voucher_stock' && named.some(({ count }) => count === 0) ? 'overdue' : 'late'
  const waited = since === undefined ? 0 : waitedSince(since, now)
  if (waited >= limits.overdue) return 'overdue'
  return waited >= limits.late ? 'late' : 'calm'
}
