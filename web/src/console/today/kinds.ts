import { linkOptions } from '@tanstack/react-router'
import type { StaffRole, WorkKind } from '@/api/generated'
import { mayOpen } from '../rooms'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Waiting times of the oldest, in milliseconds, from which the work is late and overdue. */
interface Limits {
  late: number
  overdue: number
}

interface KindOfWork {
  /** Its text in `consoleToday`, under `area` */
  area: 'delivery' | 'payments' | 'stock' | 'money' | 'support' | 'tournaments' | 'organizers' | 'system'
  /** Absent where one thing is out of order for as long as it is listed, and each is listed by its name. */
  limits?: Limits
}

/** The kinds of work: amber from `late`, red from `overdue`. */
const KINDS: Readonly<Record<WorkKind, KindOfWork>> = {
  repair: { area: 'delivery', limits: { late: 15 * MINUTE, overdue: HOUR } },
  payment_checking: { area: 'payments', limits: { late: 15 * MINUTE, overdue: HOUR } },
  channel_closed: { area: 'payments' },
  partner_float: { area: 'delivery' },
  voucher_stock: { area: 'stock' },
  code_claim: { area: 'delivery', limits: { late: HOUR, overdue: 4 * HOUR } },
  refund: { area: 'money', limits: { late: 4 * HOUR, overdue: DAY } },
  dispute: { area: 'money', limits: { late: DAY, overdue: 3 * DAY } },
  unmatched_charge: { area: 'money', limits: { late: 4 * HOUR, overdue: DAY } },
  difference: { area: 'money', limits: { late: DAY, overdue: 3 * DAY } },
  thread: { area: 'support', limits: { late: HOUR, overdue: 4 * HOUR } },
  // Counted from the end that was planned; it is listed a day after that.
  tournament_stuck: { area: 'tournaments', limits: { late: DAY, overdue: 3 * DAY } },
  match_dispute: { area: 'tournaments', limits: { late: 2 * HOUR, overdue: 12 * HOUR } },
  message_report: { area: 'tournaments', limits: { late: HOUR, overdue: 12 * HOUR } },
  application: { area: 'organizers', limits: { late: DAY, overdue: 3 * DAY } },
  job_failed: { area: 'system', limits: { late: HOUR, overdue: 4 * HOUR } },
}

/** Whether this page knows the kind; a newer server may have more. */
export const isKnown = (kind: WorkKind): boolean => kind in KINDS

export const areaOf = (kind: WorkKind): KindOfWork['area'] => KINDS[kind].area

export const limitsOf = (kind: WorkKind): Limits | undefined => KINDS[kind].limits

/** The pages where work is done; for some kinds the console has none. */
const PLACES = {
  repair: linkOptions({ to: '/console/repairs' }),
  payment_checking: linkOptions({ to: '/console/orders', search: { need: 'checking' } }),
  channel_closed: linkOptions({ to: '/console/channels' }),
  code_claim: linkOptions({ to: '/console/repairs' }),
  refund: linkOptions({ to: '/console/money/refunds' }),
  dispute: linkOptions({ to: '/console/orders', search: { need: 'dispute' } }),
  unmatched_charge: linkOptions({ to: '/console/money/unmatched' }),
  difference: linkOptions({ to: '/console/money/reconciliations' }),
  thread: linkOptions({ to: '/console/threads', search: { state: 'waiting' } }),
  application: linkOptions({ to: '/console/promoters' }),
} as const satisfies Partial<Record<WorkKind, object>>

export interface Place {
  /** Its text in `consoleToday`, under `go` */
  key: keyof typeof PLACES
  link: (typeof PLACES)[keyof typeof PLACES]
}

const hasPlace = (kind: WorkKind): kind is keyof typeof PLACES => kind in PLACES

/** Returns the page where work of this kind is done; undefined where there is none, or none that these roles open. */
export function placeOf(kind: WorkKind, roles: readonly StaffRole[]): Place | undefined {
  if (!hasPlace(kind)) return undefined
  const link = PLACES[kind]
  return mayOpen(link.to, roles) ? { key: kind, link } : undefined
}
