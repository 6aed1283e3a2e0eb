import type { NextCode } from '@/api/generated'

/** The codes of matches by the desk's counts. */
export const CODES = { rule: 'rule', noShow: 'no_show', overdue: 'overdue', setTime: 'set_time' } as const satisfies Record<
  string,
  NextCode
>

export type Stuck = keyof typeof CODES

/** Matches named in a card; the schedule lists all. */
export const SHOWN = 3

export const isStuck = (kind: string): kind is Stuck => kind in CODES
