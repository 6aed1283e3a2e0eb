import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Me, WaitingOrder } from '@/api/generated'
import { queries } from '@/api/queries'
import { useSession } from '@/api/session'
import { startTexts } from '@/i18n'
import WaitingBar from './waiting-bar'

let here: { pathname: string; search: Record<string, string> }
let waiting: WaitingOrder[] = []
let asked = 0

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useRouterState: ({ select }: { select: (state: object) => unknown }) => select({ location: here }),
  Link: ({ to, search, children }: { to: string; search: object; children: ReactNode }) => (
    <a href={`${to}?${new URLSearchParams(search as Record<string, string>)}`}>{children}</a>
  ),
}))

let hear: (data: object) => void
vi.mock('@/live', async (original) => ({
  ...(await original<object>()),
  useTopic: (_: object, handlers: { 'purchase.changed': typeof hear }) => {
    hear = handlers['purchase.changed']
  },
}))

vi.mock('@/api/generated', async (original) => ({
  ...(await original<object>()),
  purchaseGetWaiting: async () => {
    asked += 1
    return { data: { items: waiting }, response: new Response() }
  },
}))

const order = (number: string, minutes = 8, paymentFlow: 'code' | 'otp' = 'code'): WaitingOrder => ({
  number,
  channel: 'promptpay',
  paymentFlow,
  totalSatang: 5_500,
  expiresAt: new Date(Date.now() + minutes * 60_000).toISOString(),
  name: { th: 'เพชร', en: 'Diamonds' },
  gameName: { th: 'เกม', en: 'Game' },
  more: 0,
})

beforeAll(() => startTexts('en'))

beforeEach(() => {
  queries.clear()
  asked = 0
  here = { pathname: '/games', search: {} }
  useSession.setState({ status: 'member', me: { id: 1 } as Me })
})

const show = () =>
  render(
    <QueryClientProvider client={queries}>
      <WaitingBar />
    </QueryClientProvider>,
  )

it('tells of the order that waits, and leads to where it is paid', async () => {
  waiting = [order('MN-1', 8, 'otp'), order('MN-2')]
  show()
  const bar = await screen.findByRole('complementary', { name: 'Order waiting for payment' })
  expect(bar.textContent).toMatch(/MN-1.*to pay ฿55/)
  await waitFor(() => expect(bar.textContent).toMatch(/0[78]:\d\d left/))
  expect(screen.getByRole('link', { name: 'Pay now' }).getAttribute('href')).toBe('/payment/process?order=MN-1')
  expect(screen.getByRole('link', { name: 'and 1 more' }).getAttribute('href')).toBe('/account/purchased?status=pending')
})

it.each([
  ['/promtpay', { number: 'MN-1' }],
  ['/payment/process', { order: 'MN-1' }],
  ['/purchase/result', { number: 'MN-1' }],
])('is not on the order’s own page: %s', async (pathname, search) => {
  waiting = [order('MN-1')]
  here = { pathname, search }
  show()
  await waitFor(() => expect(queries.isFetching()).toBe(0))
  expect(asked).toBe(0)
  expect(screen.queryByRole('complementary')).toBeNull()
})

it('goes with the order’s time', async () => {
  waiting = [order('MN-1', -1)]
  show()
  await waitFor(() => expect(asked).toBe(2))
  expect(screen.queryByRole('complementary')).toBeNull()
})

it('asks about what it is told only where that may be new, and not on the order’s own page', async () => {
  waiting = [order('MN-1')]
  here = { pathname: '/promtpay', search: { number: 'MN-1' } }
  const { rerender } = show()
  act(() => hear({ number: 'MN-1', status: 'pending', version: 2 }))
  act(() => hear({ number: 'MN-2', status: 'completed', version: 2 }))
  expect(asked).toBe(0)
  // It was paid: once one leaves its page, the shop is asked.
  waiting = []
  here = { pathname: '/games', search: {} }
  rerender(
    <QueryClientProvider client={queries}>
      <WaitingBar />
    </QueryClientProvider>,
  )
  await waitFor(() => expect(asked).toBeGreaterThan(0))
  await waitFor(() => expect(queries.isFetching()).toBe(0))
  const before = asked
  // Ordered on another device.
  act(() => hear({ number: 'MN-3', status: 'pending', version: 1 }))
  await waitFor(() => expect(asked).toBe(before + 1))
  await waitFor(() => expect(queries.isFetching()).toBe(0))
  await act(async () => {})
  act(() => hear({ number: 'MN-3', status: 'pending', version: 2 }))
  expect(asked, 'it did not wait any more').toBe(before + 1)
})

it('asks nothing for visitors', () => {
  useSession.setState({ status: 'guest', me: undefined })
  show()
  expect(asked).toBe(0)
})
