import { onlineManager, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { queries } from '@/api/queries'
import { startTexts, texts } from '@/i18n'
import common from '@/i18n/en/common'
import en from '@/i18n/en/orders'
import { PurchaseList } from './purchase-list'

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  Link: ({ children }: { children: ReactNode }) => <span>{children}</span>,
}))

vi.mock('@/live', async (original) => ({ ...(await original<object>()), useTopic: vi.fn() }))

const bought = (number: string, status: string, paidAt?: string, cancelledAt?: string) => ({
  number,
  status,
  paidAt,
  cancelledAt,
  channel: 'promptpay',
  paymentFlow: 'code',
  expiresAt: '2099-11-21T07:40:00Z',
  totalSatang: 3_500,
  createdAt: '2026-11-21T07:40:00Z',
  version: 1,
  lines: [
    {
      name: { th: 'เพชร', en: 'Diamonds' },
      gameName: { th: 'เกม', en: 'Game' },
      quantity: 1,
      kind: 'topup',
      hue: 1,
      motif: 'rings',
      glyph: 'star',
    },
  ],
})

const AT = '2026-11-21T07:41:00Z'
const ORDERS = [
  bought('MN-1', 'pending'),
  bought('MN-2', 'pending', AT),
  bought('MN-3', 'incomplete', undefined, AT),
  bought('MN-4', 'incomplete'),
]

vi.mock('@/api/generated', async (original) => ({
  ...(await original<object>()),
  purchaseGetMyPurchase: async ({ body }: { body: { q?: string } }) => ({
    data: { items: body.q ? [] : ORDERS, total: ORDERS.length },
    response: new Response(),
  }),
}))

beforeAll(async () => {
  await startTexts('en')
  await texts('orders')()
})

afterEach(() => onlineManager.setOnline(true))

const list = (page: number) => (
  <QueryClientProvider client={queries}>
    <PurchaseList page={page} perPage={10} />
  </QueryClientProvider>
)

it('does not ask for money that has come', async () => {
  render(list(1))
  const [unpaid, paid] = await screen.findAllByRole('listitem')
  within(unpaid as HTMLElement).getByText(en.status.pending)
  within(unpaid as HTMLElement).getByText(en.purchased.pay)
  within(paid as HTMLElement).getByText(en.status.paid)
  expect(within(paid as HTMLElement).queryByText(en.purchased.pay)).toBeNull()
})

it('tells what was cancelled from what ran out of time', async () => {
  render(list(1))
  const rows = await screen.findAllByRole('listitem')
  within(rows[2] as HTMLElement).getByText(en.status.cancelled)
  within(rows[3] as HTMLElement).getByText(en.status.incomplete)
})

it('does not take an empty filter for an empty history', async () => {
  const clear = vi.fn()
  render(
    <QueryClientProvider client={queries}>
      <PurchaseList page={1} perPage={10} filter={{ q: 'nothing' }} onClear={clear} />
    </QueryClientProvider>,
  )
  await screen.findByText(en.purchased.none)
  fireEvent.click(screen.getByRole('button', { name: en.purchased.clear }))
  expect(clear).toHaveBeenCalledOnce()
})

it('does not show the rows of one page under the address of another while offline', async () => {
  const { rerender } = render(list(1))
  await screen.findByText('MN-1')
  onlineManager.setOnline(false)
  rerender(list(2))
  screen.getByText(common.error.network)
  expect(screen.queryByText('MN-1')).toBeNull()
  onlineManager.setOnline(true)
  await screen.findByText('MN-1')
})
