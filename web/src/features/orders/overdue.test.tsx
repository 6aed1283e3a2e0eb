import { act, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { Order } from '@/api/generated'
import { startTexts, texts } from '@/i18n'
import en from '@/i18n/en/orders'
import { Overdue } from './overdue'

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  Link: ({ to, params, children }: { to: string; params: { id: string }; children: ReactNode }) => (
    <a href={to.replace('$id', params.id)}>{children}</a>
  ),
}))

// The server's clock is two minutes ahead of the browser's.
const AHEAD_MS = 120_000
vi.mock('@/live', async (original) => ({ ...(await original<object>()), serverNow: () => Date.now() + AHEAD_MS }))

beforeAll(async () => {
  await startTexts('en')
  await texts('orders')()
})

afterEach(() => vi.useRealTimers())

const AT = '2026-11-21T07:50:00Z'

const overdue = (changed: object = {}, typicalSeconds: number | null = 40) => {
  const line = { id: 1, overdueAt: AT, delivery: { status: 'sent', hasCode: false }, ...changed }
  return <Overdue line={line as Order['lines'][number]} order={{ typicalSeconds, paidAt: '2026-11-21T07:40:00Z' } as Order} />
}

it('speaks up by itself when the time has passed by the server’s clock', async () => {
  vi.useFakeTimers({ now: Date.parse(AT) - AHEAD_MS - 3_000 })
  const { rerender } = render(overdue())
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(screen.queryByText(en.overdue.heading)).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(2_500))
  screen.getByText(en.overdue.heading)
  screen.getByText(/usually arrives within 40 seconds/)
  screen.getByText(en.overdue.opening)
  rerender(overdue({ supportThreadId: 12 }, 300))
  screen.getByText(/usually arrives within 5 minutes/)
  expect(screen.getByRole('link', { name: en.overdue.thread }).getAttribute('href')).toBe('/account/threads/12')
})

it('leaves a line alone that its buyer can settle, or that never was late', async () => {
  vi.useFakeTimers({ now: Date.parse(AT) })
  const { rerender } = render(overdue({ delivery: { status: 'repair', hasCode: false }, correctable: { player: true } }))
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  expect(screen.queryByText(en.overdue.heading)).toBeNull()
  rerender(overdue({ overdueAt: null }))
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  expect(screen.queryByText(en.overdue.heading)).toBeNull()
})
