// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest'
import { queries } from '@/api/queries'
import { startTexts } from '@/i18n'
import { forgetKept, shownKept } from './kept'
import { watch } from './watch'

const NOW = Date.parse('2026-12-05T10:00:00Z')
const ME = 7

const order = (number: string, status = 'pending', paidAt?: string) => ({
  number,
  status,
  paidAt,
  totalSatang: 10_500,
  expiresAt: '2026-12-05T10:30:00Z',
  lines: [{ name: { th: 'คูปอง', en: 'Coupons' } }],
})

const room = (id: number, scheduledAt: string | undefined, state = 'scheduled') => ({
  id,
  me: { side: 'away' },
  now: { state, scheduledAt },
  tournament: { name: 'Lime Cup' },
  label: '4',
  home: { name: 'Foxes' },
  away: { name: 'Limes' },
})

const numbers = () => shownKept(NOW).orders.map(({ number, state }) => `${number} ${state}`)
const matches = () => shownKept(NOW).matches.map(({ id, opponent, tournament }) => `${id} ${opponent} ${tournament}`)

beforeEach(async () => {
  localStorage.clear()
  localStorage.setItem('manao.signedIn', '1')
  queries.clear()
  await startTexts('en')
})

it('keeps open orders as they were last seen, and drops those that are done', () => {
  queries.setQueryData(['order', 'MN-1'], order('MN-1'))
  const end = watch(ME)
  expect(numbers()).toEqual(['MN-1 pending'])
  queries.setQueryData(['purchases', 1, 10, {}], {
    items: [order('MN-3', 'pending', '2026-12-05T09:59:00Z'), order('MN-2', 'completed'), order('MN-4', 'error')],
  })
  expect(numbers()).toEqual(['MN-3 paid', 'MN-4 error', 'MN-1 pending'])
  queries.setQueryData(['waiting-orders', ME], [{ ...order('MN-5'), name: { th: 'บัตร', en: 'Card' } }])
  expect(numbers()).toEqual(['MN-5 pending', 'MN-3 paid', 'MN-4 error'])
  queries.setQueryData(['order', 'MN-3'], order('MN-3', 'completed'))
  queries.setQueryData(['waiting-orders', 8], [])
  expect(numbers()).toEqual(['MN-5 pending', 'MN-4 error'])
  end()
  queries.setQueryData(['order', 'MN-6'], order('MN-6'))
  expect(numbers()).toEqual(['MN-5 pending', 'MN-4 error'])
})

it("keeps the member's matches that have a time, the nearest first", () => {
  queries.setQueryData(['tournamentsJoined'], {
    items: [{ tournament: { id: 7001, name: { th: 'มะนาวคัพ', en: 'Lime Cup' } }, entry: { id: 2 } }],
  })
  const end = watch(ME)
  queries.setQueryData(['match', 12, 'en'], room(12, '2026-12-06T10:00:00Z'))
  queries.setQueryData(['match', 13, 'en'], { ...room(13, '2026-12-05T09:00:00Z'), me: {} })
  const listed = (id: number, at: string | undefined, state = 'scheduled') => ({
    ...room(id, at),
    state,
    scheduledAt: at,
    home: { contestantId: 2, name: 'Limes' },
    away: { contestantId: 5, name: 'Bears' },
  })
  queries.setQueryData(['matches', 7001, 'mine'], {
    items: [listed(14, '2026-12-05T09:30:00Z', 'playing'), listed(15, undefined), listed(16, '2026-12-05T08:00:00Z', 'decided')],
  })
  expect(matches()).toEqual(['14 Bears Lime Cup', '12 Foxes Lime Cup'])
  queries.setQueryData(['match', 12, 'en'], room(12, '2026-12-06T10:00:00Z', 'cancelled'))
  expect(matches()).toEqual(['14 Bears Lime Cup'])
  // Long after its start it is a ticket to nothing.
  expect(shownKept(NOW + 4 * 3600_000).matches).toEqual([])
  end()
})

it('shows nothing to anybody but the member who is signed in', () => {
  const end = watch(ME)
  queries.setQueryData(['order', 'MN-1'], order('MN-1'))
  end()
  forgetKept(ME)
  expect(numbers()).toEqual(['MN-1 pending'])
  localStorage.setItem('manao.signedIn', 'ended')
  expect(numbers()).toEqual([])
  localStorage.setItem('manao.signedIn', '1')
  queries.clear()
  forgetKept(8)
  expect(numbers()).toEqual([])
  localStorage.setItem('manao.kept', '{"user":"x"}')
  expect(numbers()).toEqual([])
})
