// @vitest-environment jsdom
import { expect, it } from 'vitest'
import type { EntryPlayer, PlayerReadiness } from '@/api/generated'
import { candidates, type RosterPlayer, fitsPattern, grouped, lacksOf, roomFor, toggle, withGameId, withRole } from './roster'

const LIMITS = { main: 2, substitutes: 1 }
const player = (userId: number, gameId?: string): PlayerReadiness => ({
  userId,
  displayName: `P${userId}`,
  captain: userId === 3,
  kyc: true,
  documents: [],
  missing: [],
  ...(gameId !== undefined && { gameId }),
})
const ids = (chosen: readonly { userId: number }[]) => chosen.map(({ userId }) => userId)
const tapped = (...taps: number[]) => taps.reduce<readonly RosterPlayer[]>((chosen, id) => toggle(chosen, player(id, `${id}`), LIMITS), [])

it('takes main players first, then substitutes, then nobody; a second tap takes out', () => {
  expect(tapped(1, 2, 3, 4).map(({ userId, role }) => [userId, role])).toEqual([
    [1, 'main'],
    [2, 'main'],
    [3, 'substitute'],
  ])
  expect(tapped(1, 2, 3, 1, 4).map(({ userId, role }) => [userId, role])).toEqual([
    [2, 'main'],
    [3, 'substitute'],
    [4, 'main'],
  ])
  expect(roomFor(tapped(1), 'main', LIMITS)).toBe(1)
})

it('changes a role only while there is room for it', () => {
  const full = tapped(1, 2, 3)
  expect(withRole(full, 1, 'substitute', LIMITS)).toBe(full)
  expect(withRole(tapped(1, 2), 2, 'substitute', LIMITS).find(({ userId }) => userId === 2)?.role).toBe('substitute')
})

it('knows an ID of the game, with spaces around it', () => {
  expect(['20394817', ' 20394817 ', '2039', 'abc', ''].map((id) => fitsPattern(id, '^[0-9]{6,17}$'))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
  expect(fitsPattern('anything', '[')).toBe(true)
})

it('counts what was typed and handed in here against what is missing', () => {
  const CODES = { game_id: 'player_game_id_missing', kyc: 'player_kyc_missing', document: 'player_document_missing' } as const
  const lack = (what: 'game_id' | 'kyc' | 'document', kind?: 'id_card' | 'student_card') => ({
    what,
    code: CODES[what],
    message: what,
    ...(kind && { kind }),
  })
  const needy = { ...player(1), missing: [lack('game_id'), lack('kyc'), lack('document', 'id_card'), lack('document', 'student_card')] }
  const own = () => lack('game_id')
  const found = (gameId: string, given: 'id_card'[] = []) =>
    lacksOf(needy, gameId, '^[0-9]+$', given, own).map(({ what, kind }) => kind ?? what)
  expect(found('')).toEqual(['game_id', 'kyc', 'id_card', 'student_card'])
  expect(found('12', ['id_card'])).toEqual(['kyc', 'student_card'])
  // An emptied field is missing again for a player who has a game ID.
  expect(lacksOf(player(2, '12'), '', '^[0-9]+$', [], own).map(({ what }) => what)).toEqual(['game_id'])
})

it('shows those chosen in their order, and of the others the captain first', () => {
  const all = [1, 2, 3, 4, 5].map((id) => player(id))
  const chosen = withGameId([...tapped(2, 1)], 2, '99')
  const { main, substitutes, others } = grouped(all, chosen)
  expect([ids(main), ids(substitutes), ids(others)]).toEqual([[2, 1], [], [3, 4, 5]])
})

it('takes what is missing of somebody from the entry that they are in', () => {
  const entered = { ...player(1, '1'), role: 'main', gameId: '1', ready: true, left: false, documents: [], missing: [] } as EntryPlayer
  const before = { ...player(1), missing: [{ what: 'kyc' as const, code: 'player_kyc_missing' as const, message: '' }] }
  expect(candidates([before], [entered])[0]?.missing).toEqual([])
  expect(candidates([before], [])[0]?.missing).toHaveLength(1)
})
