import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeAll, it, vi } from 'vitest'
import { queries } from '@/api/queries'
import { startTexts, texts } from '@/i18n'
import en from '@/i18n/en/orders'
import { PurchaseList } from './purchase-list'

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  Link: ({ children }: { children: ReactNode }) => <span>{children}</span>,
}))

vi.mock('@/live', async (original) => ({ ...(await original<object>()), useTopic: vi.fn() }))

const bought = (number: string, status: string, paidAt?: string) => ({
  number,
  status,
  paidAt,
  totalSatang: 3_500,
  createdAt: '2026-11-21T07:40:00Z',
  version: 1,
  lines: [{ name: { th: 'เพชร', en: 'Diamonds' }, gameName: { th: 'เกม', en: 'Game' }, quantity: 1, hue: 1, motif: 'rings' }],
})

vi.mock('@/api/generated', async (original) => ({
  ...(await original<object>()),
  getMyPurchase: async () => ({
    data: { items: [bought('MN-1', 'pending'), bought('MN-2', 'pending', '2026-11-21T07:41:00Z')], total: 2 },
    response: new Response(),
  }),
}))

beforeAll(async () => {
  await startTexts('en')
  await texts('orders')()
})

it('does not ask for money that has come', async () => {
  render(
    <QueryClientProvider client={queries}>
      <PurchaseList page={1} perPage={10} status={undefined} />
    </QueryClientProvider>,
  )
  const [unpaid, paid] = await screen.findAllByRole('listitem')
  within(unpaid as HTMLElement).getByText(en.status.pending)
  within(paid as HTMLElement).getByText(en.status.paid)
})
