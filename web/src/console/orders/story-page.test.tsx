import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { OrderStory, StoryEntry, StorySource } from '@/api/generated'
import { queries } from '@/api/queries'
import { startTexts, texts } from '@/i18n'
import type { Handlers } from '@/live'
import { StoryPage } from './story-page'

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  Link: ({ children, to, search }: { children: ReactNode; to: string; search?: { number?: string } }) => (
    <a href={search?.number ? `${to}?number=${search.number}` : to}>{children}</a>
  ),
  useParams: () => ({ number: 'MN-4F7K-Q2RD' }),
}))

const live = vi.hoisted(() => ({ handlers: {} as Handlers }))
vi.mock('@/live', async (original) => ({
  ...(await original<object>()),
  useTopic: (_: unknown, handlers: Handlers) => {
    live.handlers = handlers
  },
}))

const entry = (clock: string, kind: string, source: StorySource, detail: object = {}): StoryEntry => ({
  at: `2026-11-21T${clock}+07:00`,
  kind,
  source,
  detail: { ...detail },
})

const STORY = [
  entry('18:04:11', 'created', 'customer', { totalSatang: 18_900 }),
  entry('18:04:11', 'held', 'stock', { what: 'coupon', id: 3, quantity: 1 }),
  entry('18:04:12', 'code_shown', 'provider', { payment: 'PAY-1', charge: 'chrg_5z9k' }),
  entry('18:04:52', 'paid', 'provider', { payment: 'PAY-1', charge: 'chrg_5z9k', late: false }),
  entry('18:04:52', 'captured', 'ledger', {
    journal: 88_120,
    entries: [
      { account: 'provider_receivable', amountSatang: 18_900 },
      { account: 'customer_prepaid', amountSatang: -18_900 },
    ],
  }),
  entry('18:09:02', 'line_retrying', 'partner', { delivery: 'MN-1', code: 'busy', again: '2026-11-21T18:26:00+07:00' }),
  entry('18:09:03', 'line_repair', 'partner', { delivery: 'MN-1', code: 'busy' }),
  entry('18:09:04', 'from_a_later_release', 'staff', { staff: 12, reason: 'Asked by phone' }),
]

const shop = { story: [] as StoryEntry[], status: 'repair', reads: 0 }

const order = () => ({
  number: 'MN-4F7K-Q2RD',
  status: 'error',
  version: 4,
  createdAt: '2026-11-21T18:04:11+07:00',
  expiresAt: '2026-11-21T18:14:11+07:00',
  paidAt: '2026-11-21T18:04:52+07:00',
  channel: 'promptpay',
  channelName: { th: 'พร้อมเพย์', en: 'PromptPay' },
  totalSatang: 18_900,
  subtotalSatang: 21_000,
  discountSatang: 2_100,
  couponCode: 'LIME10',
  vatSatang: 0,
  paymentChecking: false,
  receiptNumber: 'R-2026-000812',
  refunds: [],
  timeline: [],
  live: { topic: 'order:MN-4F7K-Q2RD' },
  lines: [
    {
      id: 1,
      name: { th: '310 เพชร', en: '310 Diamonds' },
      gameName: { th: 'Free Fire', en: 'Free Fire' },
      quantity: 2,
      playerId: '884210019',
      playerName: 'Mint',
      target: 'player',
      totalSatang: 18_900,
      delivery: { status: shop.status, failureCode: 'busy', hasCode: false },
    },
  ],
})

vi.mock('@/api/generated', async (original) => ({
  ...(await original<object>()),
  consoleGetOrderStory: async () => {
    shop.reads += 1
    const buyer = { userId: 7, name: 'Ploy S.', since: '2024-11-01T00:00:00+07:00', mobileMasked: '08x-xxx-4821', emailMasked: null }
    return { data: { order: order(), buyer, story: shop.story } as unknown as OrderStory, response: new Response() }
  },
}))

beforeAll(async () => {
  await startTexts('en')
  await texts('consoleOrders', 'orders')()
})
beforeEach(() => {
  queries.clear()
  Object.assign(shop, { story: STORY, status: 'repair', reads: 0 })
})

async function show() {
  render(
    <QueryClientProvider client={queries}>
      <StoryPage />
    </QueryClientProvider>,
  )
  await screen.findByText('Ploy S.')
  return within(screen.getByRole('region', { name: 'Story' }))
}

const lines = (story: Awaited<ReturnType<typeof show>>) =>
  story.getAllByRole('listitem').map(({ textContent }) => textContent?.replaceAll('\u00A0', ' '))

it('tells every source in one time line, marks the silence, and filters by source', async () => {
  const story = await show()
  expect(story.getByText('21 Nov 2026')).toBeTruthy()
  expect(lines(story)).toContain('4 min 10 s: waiting for the partner')
  expect(story.getByText('Coupon use held')).toBeTruthy()
  expect(lines(story).find((line) => line?.includes('Payment booked'))).toMatch(
    /18:04:52.*Owed by the provider ฿189\.00.*Paid by customers −฿189\.00/,
  )
  expect(lines(story).find((line) => line?.includes('to be tried again'))).toMatch(/Reason.*busy.*Next try.*18:26:00/)
  expect(story.getByText('from_a_later_release').tagName).toBe('CODE')
  expect(story.getByText(/Waiting for staff for/)).toBeTruthy()
  fireEvent.click(story.getByRole('button', { name: 'Provider 2' }))
  // The day, and both entries.
  expect(lines(story)).toHaveLength(3)
  expect(story.queryByText(/waiting for the partner/)).toBeNull()
})

it('offers what the state allows, and reads the story again for each change', async () => {
  await show()
  const acts = within(screen.getByRole('region', { name: 'What can be done now' }))
  const addresses = () => acts.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(addresses()).toEqual(['/console/repairs', '/console/money/refunds?number=MN-4F7K-Q2RD'])
  expect(screen.getByText('08x-xxx-4821')).toBeTruthy()
  expect(within(screen.getByRole('region', { name: 'Money' })).getByText('Owed to the buyer').parentElement?.textContent).toContain(
    '189.00',
  )
  shop.status = 'delivered'
  shop.story = [...STORY, entry('18:20:00', 'line_delivered', 'partner', { delivery: 'MN-1' })]
  live.handlers['order.changed']?.({ ...order(), version: 5, status: 'completed' } as never)
  await screen.findByText('Item delivered')
  expect(shop.reads).toBe(2)
  expect(addresses()).toEqual(['/console/money/refunds?number=MN-4F7K-Q2RD'])
})
