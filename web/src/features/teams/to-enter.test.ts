import { expect, it } from 'vitest'
import { toEnter } from './to-enter'

const card = (id: number, slug: string, inviteOnly = false) => ({ id, inviteOnly, game: { slug } })

it('looks at three tournaments that are open to the team, those of its games first', () => {
  const open = [card(1, 'rov'), card(2, 'free-fire'), card(3, 'rov', true), card(4, 'free-fire'), card(5, 'rov'), card(6, 'rov')]
  const entries = [
    { tournamentId: 5, gameSlug: 'rov' },
    { tournamentId: 90, gameSlug: 'free-fire' },
  ]
  expect(toEnter(open, entries).map(({ id }) => id)).toEqual([1, 2, 4])
  expect(toEnter(open, [{ tournamentId: 90, gameSlug: 'free-fire' }]).map(({ id }) => id)).toEqual([2, 4, 1])
  expect(toEnter(open, []).map(({ id }) => id)).toEqual([1, 2, 4])
  expect(toEnter([], entries)).toEqual([])
})
