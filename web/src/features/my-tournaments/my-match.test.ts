import { expect, it } from 'vitest'
import type { ListedMatch, NextCode } from '@/api/generated'
import { myNextMatch } from './my-match'

const NOW = Date.parse('2026-11-28T12:00:00Z')
const match = (id: number, state: ListedMatch['state'], code: NextCode, scheduledAt?: string, until?: string) =>
  ({
    id,
    state,
    scheduledAt,
    home: { contestantId: 5, name: 'Limes' },
    away: { contestantId: 6, name: `Other ${id}` },
    next: { code, until },
  }) as ListedMatch

it('is what waits for the reader, unless a match begins within the hour', () => {
  const over = match(1, 'decided', 'done', '2026-11-27T12:00:00Z')
  const soon = match(2, 'scheduled', 'play', '2026-11-28T12:40:00Z')
  const later = match(3, 'scheduled', 'play', '2026-11-29T12:00:00Z')
  const asks = match(4, 'ready', 'answer_time', undefined, '2026-11-28T20:00:00Z')
  const report = match(5, 'submitted', 'confirm', '2026-11-28T10:00:00Z', '2026-11-28T12:20:00Z')
  const first = (...matches: ListedMatch[]) => myNextMatch(matches, [4, 5], 5, NOW)
  expect(first(over)).toBeUndefined()
  expect(first(over, later, soon)).toMatchObject({ match: soon, opponent: 'Other 2', asked: false, at: soon.scheduledAt })
  expect(first(over, later, asks)).toMatchObject({ match: asks, asked: true, at: '2026-11-28T20:00:00Z' })
  expect(first(soon, asks)?.match).toBe(soon)
  expect(first(soon, asks, report)?.match).toBe(report)
})

it('says whom one meets from either side, and nothing of a time that is past', () => {
  const playing = match(7, 'playing', 'report', '2026-11-28T11:00:00Z')
  expect(myNextMatch([playing], [], 6, NOW)).toMatchObject({ opponent: 'Limes', asked: false, at: undefined })
})
