import { focusManager, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { queries } from '@/api/queries'
import { startTexts, texts } from '@/i18n'
import { OrdersPage } from './orders-page'
import type { ConsoleOrder, ConsoleOrders } from '@/api/generated'
import type { OrderFilter } from './shape'

const navigate = vi.fn()
const address = vi.hoisted(() => ({ search: {} as Record<string, string> }))

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  Link: ({ children }: { children: ReactNode }) => <span>{children}</span>,
  useNavigate: () => navigate,
  useRouter: () => ({}),
  useSearch: () => address.search,
}))

const order = (place: number): ConsoleOrder => ({
  number: `MN-${place}`,
  status: 'pending',
  createdAt: '2026-11-21T18:04:11+07:00',
  channel: 'promptpay',
  channelName: { th: 'พร้อมเพย์', en: 'PromptPay' },
  totalSatang: 18_900,
  buyer: { userId: 7, name: 'Ploy' },
  firstLine: { th: '310 เพชร', en: '310 Diamonds' },
  lineCount: 1,
  needs: [],
})

/** Orders of one answer. */
const PAGE = 50
const shop = { newest: 100, asked: [] as Array<OrderFilter & { after?: number }> }

vi.mock('./shape', () => ({
  listOrders: async (query: OrderFilter & { after?: number }): Promise<ConsoleOrders> => {
    shop.asked.push(query)
    const first = query.after ?? shop.newest
    const items = Array.from({ length: Math.min(PAGE, first) }, (_, index) => order(first - index))
    return { items, matching: { count: shop.newest, more: false }, ...(first > PAGE && { next: first - PAGE }) }
  },
}))
vi.mock('../channels/shape', () => ({
  listAllChannels: async () => ({ items: [{ code: 'promptpay', name: { th: 'พร้อมเพย์', en: 'PromptPay' }, open: false }] }),
}))

beforeAll(async () => {
  await startTexts('en')
  await texts('consoleOrders')()
  // jsdom lays nothing out.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400)
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(36 * 1000)
})
beforeEach(() => {
  queries.clear()
  navigate.mockClear()
  address.search = {}
  Object.assign(shop, { newest: 100, asked: [] })
})

async function show() {
  render(
    <QueryClientProvider client={queries}>
      <OrdersPage />
    </QueryClientProvider>,
  )
  await screen.findByText(`MN-${shop.newest}`)
}

it('reads the first page once, and lets newer orders wait until somebody wants them', async () => {
  await show()
  expect(screen.getByText('100 matches')).toBeTruthy()
  await screen.findByRole('option', { name: 'PromptPay' })
  expect(shop.asked).toEqual([{}])
  shop.newest = 103
  vi.setSystemTime(Date.now() + 60_000)
  act(() => {
    focusManager.setFocused(false)
    focusManager.setFocused(true)
  })
  const waiting = await screen.findByRole('button', { name: '3 new' })
  expect(screen.queryByText('MN-103')).toBeNull()
  fireEvent.click(waiting)
  await screen.findByText('MN-103')
  expect(screen.queryByRole('button', { name: /new$/ })).toBeNull()
  expect(shop.asked).toHaveLength(2)
  vi.useRealTimers()
  focusManager.setFocused(undefined)
})

it('takes its filter from the address, without what makes no sense there, and writes changes to it', async () => {
  address.search = { status: 'error', from: '2026-11-31', channel: 'promptpay', need: 'checking' }
  await show()
  expect(shop.asked[0]).toEqual({ status: 'error', channel: 'promptpay', need: 'checking' })
  fireEvent.change(screen.getByLabelText('State'), { target: { value: '' } })
  expect(navigate.mock.lastCall?.[0]).toMatchObject({
    to: '/console/orders',
    search: { channel: 'promptpay', need: 'checking' },
    replace: true,
  })
  const need = screen.getByLabelText<HTMLSelectElement>('Needs a look')
  expect(need.selectedOptions[0]?.text).toBe('payment unclear')
  fireEvent.change(need, { target: { value: 'dispute' } })
  expect(navigate.mock.lastCall?.[0].search).toEqual({ status: 'error', channel: 'promptpay', need: 'dispute' })
  fireEvent.keyDown(screen.getByRole('grid'), { key: 'ArrowDown' })
  fireEvent.keyDown(screen.getByRole('grid'), { key: 'Enter' })
  expect(navigate.mock.lastCall?.[0]).toEqual({ to: '/console/orders/$number', params: { number: 'MN-100' } })
})

it('takes a need that it does not know for none', async () => {
  address.search = { need: 'sleep' }
  await show()
  expect(shop.asked[0]).toEqual({})
})
