// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { startTexts, texts } from '@/i18n'
import { byDay, useMessageTimes } from './days'
import type { Message } from './messages'

beforeAll(async () => {
  await startTexts('en')
  await texts('inbox')()
})
afterEach(() => void vi.useRealTimers())

const at = (createdAt: string) => ({ id: createdAt, createdAt }) as unknown as Message

it('keeps the messages of a Bangkok day together', () => {
  const [late, early, before] = [at('2026-11-25T17:30:00Z'), at('2026-11-25T17:00:00Z'), at('2026-11-25T16:59:59Z')]
  expect(byDay([late, early, before])).toEqual([
    { day: '2026-11-26', messages: [late, early] },
    { day: '2026-11-25', messages: [before] },
  ])
})

it('says how long ago today, and the time of earlier days', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-26T03:00:00Z') })
  const { result } = renderHook(() => useMessageTimes())
  const { dayName, when } = result.current
  expect([dayName('2026-11-26'), dayName('2026-11-25'), dayName('2026-11-24')]).toEqual(['Today', 'Yesterday', '24 Nov 2026'])
  expect(when('2026-11-26T02:59:40Z')).toBe('Just now')
  expect(when('2026-11-26T02:59:00Z')).toBe('1 minute ago')
  expect(when('2026-11-25T23:00:00Z')).toBe('4 hours ago')
  expect(when('2026-11-25T16:30:00Z')).toBe('23:30')
  act(() => void vi.advanceTimersByTime(60_000))
  expect(result.current.when('2026-11-26T02:59:40Z')).toBe('1 minute ago')
})
