import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Order } from '@/api/generated'
import { queries } from '@/api/queries'
import { startTexts, texts } from '@/i18n'
import { LetterLink } from './letter'
import { showOrder } from './order'

vi.mock('@/live', async (original) => ({ ...(await original<object>()), useTopic: vi.fn() }))

vi.mock('@/api/generated', async (original) => ({
  ...(await original<object>()),
  purchaseGetById: async () => ({ error: { code: 'order_not_found' }, response: new Response(null, { status: 404 }) }),
}))

const order = {
  number: 'MN-1',
  version: 1,
  status: 'error',
  channel: 'promptpay',
  totalSatang: 9_000,
  createdAt: '2026-11-21T07:40:00Z',
  paidAt: '2026-11-21T07:41:02Z',
  payment: { reference: 'MN-1-1', transactionId: 'chrg_1', status: 'captured' },
  lines: [
    {
      id: 1,
      gameName: { th: 'ฟรีไฟร์', en: 'Free Fire' },
      name: { th: 'เพชร', en: 'Diamonds & more' },
      quantity: 2,
      playerId: '884210019',
      playerName: 'Lime',
      server: 's1',
      delivery: { status: 'repair', failureCode: 'stock_gone', hasCode: false },
    },
  ],
  timeline: [
    { step: 'created', state: 'done', at: '2026-11-21T07:40:00Z' },
    { step: 'paid', state: 'done', at: '2026-11-21T07:41:02Z' },
    { step: 'delivered', state: 'todo' },
  ],
} as unknown as Order

beforeAll(async () => {
  await startTexts('en')
  await texts('orders')()
})
beforeEach(() => queries.clear())

function letter(number: string): URL {
  render(
    <QueryClientProvider client={queries}>
      <LetterLink number={number} email="support@manao.example" className="">
        write
      </LetterLink>
    </QueryClientProvider>,
  )
  return new URL(screen.getByRole('link', { name: 'write' }).getAttribute('href') ?? '')
}

it('tells support what it would ask for', () => {
  showOrder(order)
  const mail = letter('MN-1')
  expect(mail.pathname).toBe('support@manao.example')
  expect(mail.searchParams.get('subject')).toBe('MN-1')
  expect(mail.searchParams.get('body')?.split('\r\n')).toEqual([
    'Please write here what happened:',
    '',
    '',
    'Order number: MN-1',
    'Ordered: 21 Nov 2026 14:40',
    'Order total: 90.00 THB',
    'Payment method: promptpay',
    'Payment reference: MN-1-1 / chrg_1',
    'Payment status: captured',
    '',
    '- Free Fire Diamonds & more × 2, ID 884210019 / s1 / Lime, With support / stock_gone',
    '',
    '14:40:00 Order created',
    '14:41:02 Paid',
  ])
})

it('says at least which order it is about', () => {
  const mail = letter('MN-2')
  expect([...mail.searchParams]).toEqual([['subject', 'MN-2']])
})
