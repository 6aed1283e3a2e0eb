import { expect, it } from 'vitest'
import type { Work, WorkKind } from '@/api/generated'
import { limitsOf } from './kinds'
import { groupsOf, urgencyOf } from './work-group'

const NOW = Date.parse('2026-11-29T11:04:00Z')
const ago = (ms: number) => new Date(NOW - ms).toISOString()
const MINUTE = 60_000
const HOUR = 60 * MINUTE

const urgency = (work: Work) => urgencyOf(groupsOf([work])[0]!, NOW)

const WAITING: readonly WorkKind[] = [
  'repair',
  'payment_checking',
  'code_claim',
  'refund',
  'dispute',
  'unmatched_charge',
  'difference',
  'thread',
  'tournament_stuck',
  'match_dispute',
  'message_report',
  'application',
  'job_failed',
]

it.each(WAITING)('%s is late and overdue from its limits on, and not a moment before', (kind) => {
  const { late, overdue } = limitsOf(kind)!
  const after = (ms: number) => urgency({ kind, count: 1, since: ago(ms) })
  expect(late).toBeLessThan(overdue)
  expect([late - 1, late, overdue - 1, overdue].map(after)).toEqual(['calm', 'late', 'late', 'overdue'])
})

it('is sooner urgent the more a minute costs', () => {
  expect(limitsOf('repair')).toEqual({ late: 15 * MINUTE, overdue: HOUR })
  expect(limitsOf('thread')).toEqual({ late: HOUR, overdue: 4 * HOUR })
  expect(limitsOf('application')).toEqual({ late: 24 * HOUR, overdue: 72 * HOUR })
})

it('takes what has no time for new, and so what a clock of ours puts into the future', () => {
  expect(urgency({ kind: 'repair', count: 1 })).toBe('calm')
  expect(urgency({ kind: 'match_dispute', count: 1, since: ago(-HOUR) })).toBe('calm')
})

it('has amber for what is out of order, however long, and red for a product without codes', () => {
  expect(urgency({ kind: 'channel_closed', count: 1, name: 'Card' })).toBe('late')
  expect(urgency({ kind: 'partner_float', count: 1, name: 'Partner Alpha', since: ago(99 * HOUR) })).toBe('late')
  expect(urgency({ kind: 'voucher_stock', count: 37, name: 'Steam ฿500' })).toBe('late')
  expect(urgency({ kind: 'voucher_stock', count: 0, name: 'Steam ฿500' })).toBe('overdue')
})

it('keeps the order of the kinds, and counts things by their name where each has its own number', () => {
  const groups = groupsOf([
    { kind: 'repair', count: 6, since: ago(HOUR) },
    { kind: 'voucher_stock', count: 0, name: 'Steam ฿500' },
    { kind: 'voucher_stock', count: 37, name: 'Razer ฿100' },
    { kind: 'partner_float', count: 1, name: 'Partner Alpha', since: ago(HOUR) },
    { kind: 'thread', count: 2, since: ago(MINUTE) },
    { kind: 'thread', count: 3, since: ago(HOUR) },
  ])
  expect(groups.map(({ kind, count, since, named }) => [kind, count, since, named.map(({ name }) => name)])).toEqual([
    ['repair', 6, ago(HOUR), []],
    ['voucher_stock', 2, undefined, ['Steam ฿500', 'Razer ฿100']],
    // When its balance was read is no waiting time.
    ['partner_float', 1, undefined, ['Partner Alpha']],
    ['thread', 5, ago(HOUR), []],
  ])
})

it('leaves out what only a newer server knows', () => {
  expect(groupsOf([{ kind: 'eclipse' as WorkKind, count: 1 }])).toEqual([])
})
