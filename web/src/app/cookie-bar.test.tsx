import { act, cleanup, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { startTexts, texts } from '@/i18n'
import th from '@/i18n/th/shell'
import { CookieBar } from './cookie-bar'

const here = vi.hoisted(() => ({ path: '/' }))
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  Link: ({ children }: { children: ReactNode }) => <a href="/privacy">{children}</a>,
  useRouterState: ({ select }: { select: (state: object) => unknown }) => select({ location: { pathname: here.path } }),
}))

beforeAll(async () => {
  await startTexts('th')
  await texts('shell')()
})
beforeEach(() => {
  localStorage.clear()
  here.path = '/'
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const line = () => screen.queryByText(th.cookie.accept)
const kept = () => localStorage.getItem('manao.cookies') !== null

it('goes by itself once there was time to read it, and is not repeated', () => {
  render(<CookieBar />)
  act(() => void vi.advanceTimersByTime(14_000))
  expect(line()).not.toBeNull()
  act(() => void vi.advanceTimersByTime(1_000))
  act(() => void vi.advanceTimersByTime(1_000))
  expect(line()).toBeNull()
  expect(kept()).toBe(true)
  cleanup()
  render(<CookieBar />)
  expect(line()).toBeNull()
})

it('goes with the first page, and not under the hand of who uses it', () => {
  const { rerender } = render(<CookieBar />)
  screen.getByText(th.cookie.accept).focus()
  here.path = '/games'
  rerender(<CookieBar />)
  act(() => void vi.advanceTimersByTime(1_000))
  expect(line()).not.toBeNull()
  screen.getByText(th.cookie.accept).blur()
  act(() => void vi.advanceTimersByTime(1_000))
  expect(line()).toBeNull()
})
