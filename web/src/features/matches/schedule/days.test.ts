import { expect, it } from 'vitest'
import type { ListedMatch } from '@/api/generated'
import { byDay, filterOf } from './days'

it('reads filters from the address and leaves out what it does not know', () => {
  expect(filterOf({ only: 'needsMe', state: 'disputed', round: '2.losers.3' })).toEqual({
    needsMe: true,
    state: 'disputed',
    stage: 2,
    part: 'losers',
    round: 3,
  })
  expect(filterOf({ only: 'theirs', state: 'void', round: '1.main' })).toEqual({})
})

it('groups matches by their day in Bangkok', () => {
  const match = (id: number, scheduledAt?: string) => ({ id, scheduledAt }) as ListedMatch
  // 18:30 in London is the next day in Bangkok.
  const days = byDay([match(1, '2026-11-27T12:00:00Z'), match(2, '2026-11-27T18:30:00Z'), match(3)])
  expect(days.map(({ day, matches }) => [day, matches.map(({ id }) => id)])).toEqual([
    ['2026-11-27', [1]],
    ['2026-11-28', [2]],
    [undefined, [3]],
  ])
})
