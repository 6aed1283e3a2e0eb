import { expect, it } from 'vitest'
import { toEnter } from './to-enter'

const card = (id: number, slug: string, category = 'Open', inviteOnly = false) => ({ id, inviteOnly, category, game: { slug } })
const ids = (cards: Array<{ id: number }>) => cards.map(({ id }) => id)

it('looks at three tournaments that are open to the team, those of its games first', () => {
  const open = [card(1, 'rov'), card(2, 'free-fire'), card(3, 'rov', 'Open', true), card(4, 'free-fire'), card(5, 'rov'), card(6, 'rov')]
  const entries = [
    { tournamentId: 5, gameSlug: 'rov' },
    { tournamentId: 90, gameSlug: 'free-fire' },
  ]
  expect(ids(toEnter(open, entries, undefined))).toEqual([1, 2, 4])
  expect(ids(toEnter(open, [{ tournamentId: 90, gameSlug: 'free-fire' }], undefined))).toEqual([2, 4, 1])
  expect(ids(toEnter(open, [], undefined))).toEqual([1, 2, 4])
  expect(toEnter([], entries, undefined)).toEqual([])
})

it('passes over those for students of another level', () => {
  const open = [card(1, 'rov', 'S'), card(2, 'rov', 'U'), card(3, 'rov', 'C')]
  expect(ids(toEnter(open, [], 'university'))).toEqual([2, 3])
  expect(ids(toEnter(open, [], 'school'))).toEqual([1, 3])
  expect(ids(toEnter(open, [], null))).toEqual([3])
})
