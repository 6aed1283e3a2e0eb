import { expect, test } from 'vitest'
import { rosterChanges } from './roster-changes'

const listed = [
  { userId: 1, displayName: 'ploy', role: 'main', gameId: 'A1', left: false },
  { userId: 2, displayName: 'nont', role: 'main', gameId: 'A2', left: false },
  { userId: 3, displayName: 'fah', role: 'substitute', gameId: 'A3', left: false },
  { userId: 4, displayName: 'gone', role: 'main', gameId: 'A4', left: true },
] as const
const nameOf = (userId: number) => ({ 1: 'ploy', 3: 'fah', 5: 'new' })[userId] ?? '?'

test('names who goes, who comes, and what is changed of those who stay', () => {
  const chosen = [
    { userId: 1, role: 'main', gameId: 'B1' },
    { userId: 3, role: 'main', gameId: ' A3 ' },
    { userId: 5, role: 'substitute', gameId: '' },
  ] as const
  expect(rosterChanges(listed, chosen, nameOf)).toEqual([
    { userId: 2, name: 'nont', what: 'out' },
    { userId: 5, name: 'new', what: 'in' },
    { userId: 1, name: 'ploy', what: 'gameId' },
    { userId: 3, name: 'fah', what: 'main' },
  ])
})

test('the same roster changes nothing, and who has left the team already is not taken out', () => {
  const same = listed.filter(({ left }) => !left).map(({ userId, role, gameId }) => ({ userId, role, gameId }))
  expect(rosterChanges(listed, same, nameOf)).toEqual([])
})
