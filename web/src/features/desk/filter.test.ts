import type { DeskEntrant } from '@/api/generated'
import { expect, it } from 'vitest'
import { isClear, shown, tally, unchecked } from './filter'

const entrant = (id: number, status: DeskEntrant['status'], rest: Partial<DeskEntrant> = {}): DeskEntrant => ({
  id,
  name: `Team ${id}`,
  shortName: `T${id}`,
  status,
  players: 5,
  required: 5,
  gameIdElsewhere: false,
  pips: '',
  updatedAt: `2026-11-0${id}T00:00:00Z`,
  version: 1,
  ...rest,
})

const all = [
  entrant(1, 'join'),
  entrant(2, 'register', { submittedAt: '2026-11-09T00:00:00Z' }),
  entrant(3, 'register', { submittedAt: '2026-11-08T00:00:00Z', organization: { th: 'ดอยคำวิทยา', en: 'Doi Kham School' } }),
  entrant(4, 'waitlist', { place: 2 }),
  entrant(5, 'waitlist', { place: 1 }),
  entrant(6, 'withdrawn'),
  entrant(7, 'invalid'),
]
const ids = (found: readonly DeskEntrant[]) => found.map(({ id }) => id)

it('counts each entry behind one filter and behind all', () => {
  expect(tally(all)).toEqual({ review: 2, lacking: 1, waiting: 2, in: 1, out: 1, all: 7 })
})

it('shows first who has waited longest, and the waiting list in its order', () => {
  expect(ids(shown(all, 'review', ''))).toEqual([3, 2])
  expect(ids(shown(all, 'waiting', ''))).toEqual([5, 4])
  expect(ids(shown(all, 'all', ''))).toEqual([3, 2, 7, 5, 4, 1, 6])
})

it('finds by words of the name, the school or the number, however they are written', () => {
  expect(ids(shown(all, 'all', ' ดอยคำ '))).toEqual([3])
  expect(ids(shown(all, 'all', 'doi ｔｅａｍ'))).toEqual([3])
  expect(ids(shown(all, 'review', 'team 1'))).toEqual([])
  expect(ids(shown(all, 'all', 'T7'))).toEqual([7])
})

it('knows what nobody has looked at, and what has nothing in its way', () => {
  expect(unchecked({ pips: 'vwwmi' })).toBe(2)
  expect(isClear({ status: 'register', pips: 'vvv', gameIdElsewhere: true })).toBe(false)
  const clear = (status: DeskEntrant['status'], pips: string) => isClear({ status, pips, gameIdElsewhere: false })
  expect([clear('register', 'vvv'), clear('register', ''), clear('register', 'vvw'), clear('join', 'vvv')]).toEqual([
    true,
    true,
    false,
    false,
  ])
})
