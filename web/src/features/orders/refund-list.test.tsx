import { render, screen } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import type { Order, OrderRefund } from '@/api/generated'
import { startTexts, texts } from '@/i18n'
import en from '@/i18n/en/orders'
import { RefundList } from './refund-list'
import { isRefunded, refundStage } from './refunds'
import { StatusTag } from './status-tag'

beforeAll(async () => {
  await startTexts('en')
  await texts('orders')()
})

const refund = (changed: Partial<OrderRefund> = {}): OrderRefund => ({
  amountSatang: 2_000,
  way: 'channel',
  state: 'pending',
  createdAt: '2026-11-21T07:40:00Z',
  ...changed,
})

const done = { state: 'done', doneAt: '2026-11-23T07:40:00Z' } as const

it('tells each refund: how much, by which way, how far, since when', () => {
  const order = {
    channelName: { th: 'ทรูมันนี่', en: 'TrueMoney' },
    lines: [
      { id: 1, name: { th: 'เพชร', en: 'Diamonds' } },
      { id: 2, name: { th: 'พาส', en: 'Pass' } },
    ],
    refunds: [refund({ lineId: 2 }), refund({ ...done, amountSatang: 4_550, way: 'outside' }), refund({ state: 'refused' })],
  } as unknown as Order
  render(<RefundList order={order} />)
  const [first, second, third] = screen.getAllByRole('listitem').map((item) => item.textContent)
  expect(first).toMatch(/Back to TrueMoney.*Pass.*Since 21 Nov 2026 14:40.*฿20\.00.*Under way/)
  expect(second).toMatch(/Bank transfer.*Refunded on 23 Nov 2026.*฿45\.50.*Refunded/)
  expect(third).toContain(en.refunds.refusedText)
})

it('knows how an order’s money stands', () => {
  const stage = (...refunds: OrderRefund[]) => refundStage(refunds, 4_000)
  expect(stage()).toBeUndefined()
  expect(stage(refund(done), refund({ state: 'asked' }))).toBe('underWay')
  expect(stage(refund(done), refund({ state: 'refused' }))).toBe('part')
  expect(stage(refund(done), refund(done))).toBe('done')
  expect(stage(refund({ state: 'refused' }))).toBeUndefined()
  const line = { id: 2, totalSatang: 4_000 }
  expect(
    isRefunded({ refunds: [refund({ lineId: 2, amountSatang: 4_000 }), refund({ ...done, lineId: 1, amountSatang: 4_000 })] }, line),
  ).toBe(false)
  expect(isRefunded({ refunds: [refund({ ...done, lineId: 2 })] }, line)).toBe(false)
  expect(isRefunded({ refunds: [refund({ ...done, lineId: 2 }), refund({ ...done, lineId: 2 })] }, line)).toBe(true)
})

it.each([
  ['error', [refund()], en.status.refunding],
  ['error', [refund({ ...done, amountSatang: 1_000 })], en.status.refundedPart],
  ['error', [refund(done)], en.status.refunded],
  ['completed', [refund({ ...done, amountSatang: 1_000 })], en.status.completed],
  ['completed', [refund(done)], en.status.refunded],
  ['error', [], en.status.error],
] as const)('%s with %j is called %s', (status, refunds, label) => {
  render(<StatusTag order={{ status, paidAt: '2026-11-21T07:40:00Z', totalSatang: 2_000, refunds: [...refunds] }} />)
  screen.getByText(label)
})
