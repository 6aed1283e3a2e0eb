import { expect, it } from 'vitest'
import { asksAgain, laterOf, stepOf, withNow } from './room'
import { nowOf, roomOf } from './testing/room'

it('an event of a later version takes the place of what is shown, an earlier one does not', () => {
  const room = roomOf({ version: 10 })
  expect(withNow(room, nowOf({ version: 11, state: 'scheduled' })).now.state).toBe('scheduled')
  expect(withNow(room, nowOf({ version: 9, state: 'scheduled' }))).toBe(room)
  expect(withNow(room, nowOf({ version: 11, matchId: 2 }))).toBe(room)
})

it('asks for the room again when reports or sides may be others', () => {
  const now = nowOf()
  const proposal = { id: 1, side: 'away', name: 'K', at: '', createdAt: '', expiresAt: '' } as const
  expect(asksAgain(now, nowOf({ version: 11, proposal }))).toBe(false)
  expect(asksAgain(now, nowOf({ version: 11, reported: { home: false, away: true } }))).toBe(true)
  expect(asksAgain(now, nowOf({ version: 11, awayId: 9 }))).toBe(true)
  expect(asksAgain(now, nowOf({ version: 11, state: 'disputed' }))).toBe(true)
  // A version that is known already is not asked for.
  expect(asksAgain(now, nowOf({ version: 10, awayId: 9 }))).toBe(false)
})

it('an answer made before an event does not take it back, but brings what the event did not carry', () => {
  const shown = roomOf({ version: 12, state: 'disputed' })
  const answer = roomOf({ version: 11, state: 'submitted' }, { contact: 'Line' })
  expect(laterOf(shown, answer)).toMatchObject({ contact: 'Line', now: { version: 12, state: 'disputed' } })
  expect(laterOf(shown, roomOf({ version: 13, state: 'decided' })).now.state).toBe('decided')
})

it('knows how far a match is', () => {
  expect(stepOf(nowOf())).toBe(0)
  expect(stepOf(nowOf({ state: 'scheduled', scheduledAt: '2026-11-28T13:00:00Z' }))).toBe(1)
  // It is played until a side reports its end.
  expect(stepOf(nowOf({ state: 'playing' }))).toBe(1)
  expect(stepOf(nowOf({ state: 'playing', reported: { home: true, away: false } }))).toBe(3)
  expect(stepOf(nowOf({ state: 'disputed' }))).toBe(3)
  expect(stepOf(nowOf({ state: 'decided' }))).toBe(4)
})
