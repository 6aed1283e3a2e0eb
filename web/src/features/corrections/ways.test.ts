import { describe, expect, it } from 'vitest'
import type { Order, OrderLine } from '@/api/generated'
import { reasonOf, refundRoute, suggestedWay, waysOf } from './ways'

const product = { id: 9 } as NonNullable<OrderLine['correctable']>['products'][number]

const line = (
  correctable: Partial<NonNullable<OrderLine['correctable']>> | undefined,
  failureCode: OrderLine['delivery']['failureCode'] = null,
  playerId: string | null = '12349999',
) => ({
  correctable: correctable && { player: false, products: [], refund: false, ...correctable },
  playerId,
  delivery: { status: 'repair' as const, hasCode: false, failureCode },
})

describe('the ways to settle a line', () => {
  it('are all shown, and say which of them are open', () => {
    expect(waysOf(line({ player: true, refund: true }))).toEqual([
      { way: 'player', offered: true },
      { way: 'product', offered: false },
      { way: 'refund', offered: true },
    ])
  })
  it('name no player for a code, and nothing for a line that is settled', () => {
    expect(waysOf(line({ products: [product], refund: true }, null, null)).map(({ way }) => way)).toEqual(['product', 'refund'])
    expect(waysOf(line(undefined))).toEqual([])
  })
  it('begin with what helps, or with the only one', () => {
    const all = { player: true, products: [product], refund: true }
    expect(suggestedWay(line(all, 'player_unknown'))).toBe('player')
    expect(suggestedWay(line(all, 'server_closed'))).toBe('player')
    expect(suggestedWay(line(all, 'out_of_stock'))).toBe('product')
    expect(suggestedWay(line(all, 'delivery_failed'))).toBeUndefined()
    expect(suggestedWay(line({ player: true, refund: true }, 'out_of_stock'))).toBeUndefined()
    expect(suggestedWay(line({ refund: true }, 'player_unknown'))).toBe('refund')
  })
  it('give the reason in words of the buyer', () => {
    expect([
      reasonOf('player_unknown'),
      reasonOf('minor_or_region'),
      reasonOf('stock_gone'),
      reasonOf('bad_request'),
      reasonOf(null),
    ]).toEqual(['player', 'forbidden', 'stock', 'other', 'other'])
  })
})

describe('the way of the money', () => {
  const PAID = '2026-11-21T07:40:00Z'
  const order = (channel: string, paymentFlow: Order['paymentFlow'], lines = 1) =>
    ({ channel, paymentFlow, paidAt: PAID, lines: Array.from({ length: lines }) }) as unknown as Order
  const route = (of: Order, refund: { whole: boolean; part: boolean; days?: number }, totalSatang = 2_000, days = 1) =>
    refundRoute(of, { totalSatang }, { ...refund, to: refund.whole ? 'payer' : 'bank_transfer' }, Date.parse(PAID) + days * 86_400_000)
  const able = { whole: true, part: true }
  it('is the one it came by, where the channel gives it back', () => {
    expect(route(order('card', 'card'), able)).toBe('card')
    expect(route(order('wallet', 'redirect'), able)).toBe('wallet')
    expect(route(order('ais_prepaid', 'otp'), able)).toBe('number')
  })
  it('is a transfer where it does not: not at all, not a part, not any more', () => {
    expect(route(order('promptpay', 'code'), { whole: false, part: false })).toBe('bank')
    expect(route(order('wallet', 'redirect', 2), { whole: true, part: false })).toBe('bank')
    expect(route(order('wallet', 'redirect', 2), able)).toBe('wallet')
    expect(route(order('wallet', 'redirect'), { ...able, days: 30 }, 2_000, 31)).toBe('bank')
    expect(route(order('wallet', 'redirect'), { ...able, days: 30 }, 2_000, 29)).toBe('wallet')
  })
  it('is none where nothing was paid', () => {
    expect(route(order('none', null), able)).toBe('nothing')
    expect(route(order('card', 'card'), able, 0)).toBe('nothing')
  })
})
