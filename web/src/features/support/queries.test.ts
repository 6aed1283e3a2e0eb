import { expect, it } from 'vitest'
import type { SupportThread } from '@/api/generated'
import { merged } from './queries'

const thread = (version: number, from: number, to: number): SupportThread => ({
  id: 1001,
  topic: 'other',
  subject: 'ถาม',
  state: 'waiting',
  version,
  createdAt: '2026-11-28T10:00:00Z',
  items: Array.from({ length: to - from + 1 }, (_, index) => ({
    seq: from + index,
    kind: 'text' as const,
    side: 'member' as const,
    text: `${from + index}`,
    pictures: [],
    at: '2026-11-28T10:00:00Z',
  })),
  lastSeq: to,
  more: from > 1,
  readSeq: 0,
  live: { topic: 'support:1001' },
})

const numbers = ({ items }: SupportThread) => items.map(({ seq }) => seq)

it('keeps the earlier entries that were read, and no older answer', () => {
  const known = thread(4, 1, 3)
  expect(numbers(merged(known, thread(6, 3, 5)))).toEqual([1, 2, 3, 4, 5])
  expect(merged(known, thread(6, 3, 5)).more).toBe(false)
  expect(merged(known, thread(3, 1, 2))).toBe(known)
})

it('leaves out what has a gap behind it', () => {
  const answer = thread(90, 41, 90)
  expect(merged(thread(4, 1, 3), answer)).toBe(answer)
})
