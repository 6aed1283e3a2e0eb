import { expect, it } from 'vitest'
import type { ListedMatch } from '@/api/generated'
import { bySection, filterOf } from './days'

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

it('groups matches by their section, those to come by their day in Bangkok', () => {
  const match = (id: number, section: ListedMatch['section'], scheduledAt?: string) => ({ id, section, scheduledAt }) as ListedMatch
  // 18:30 in London is the next day in Bangkok.
  const groups = bySection([
    match(1, 'live', '2026-11-27T11:00:00Z'),
    match(2, 'timed', '2026-11-27T12:00:00Z'),
    match(3, 'timed', '2026-11-27T18:30:00Z'),
    match(4, 'untimed'),
    match(5, 'over', '2026-11-27T10:00:00Z'),
    match(6, 'over'),
  ])
  expect(groups.map(({ section, day, matches }) => [day ?? section, matches.map(({ id }) => id)])).toEqual([
    ['live', [1]],
    ['2026-11-27', [2]],
    ['2026-11-28', [3]],
    ['untimed', [4]],
    ['over', [5, 6]],
  ])
})
