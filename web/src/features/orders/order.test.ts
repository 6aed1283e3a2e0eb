import { describe, expect, it } from 'vitest'
import type { Order, OrderLive } from '@/api/generated'
import { newer, withLive } from './order'

const delivery = (status: 'waiting' | 'delivered') => ({ status, hasCode: false })

const order = (version: number): Order =>
  ({
    number: 'MN-1',
    version,
    status: 'pending',
    timeline: [],
    lines: [{ id: 7, name: { th: 'ก', en: 'a' }, delivery: delivery('waiting') }],
    live: { topic: 'order:MN-1', grant: `g${version}` },
  }) as unknown as Order

const live = (version: number): OrderLive =>
  ({
    number: 'MN-1',
    version,
    status: 'completed',
    channel: 'ais_prepaid',
    channelName: { th: 'AIS เติมเงิน', en: 'AIS Prepaid' },
    timeline: [],
    paymentChecking: false,
    refunds: [],
    lines: [{ id: 7, name: { th: 'ข', en: 'b' }, delivery: delivery('delivered') }],
  }) as unknown as OrderLive

describe('an order told by REST and by events', () => {
  it('takes a newer event with its lines, which the buyer may have corrected', () => {
    const told = withLive(order(2), live(3))
    expect([told.status, told.version, told.lines[0]?.delivery.status, told.lines[0]?.name.en]).toEqual(['completed', 3, 'delivered', 'b'])
    expect([told.channel, told.channelName.en]).toEqual(['ais_prepaid', 'AIS Prepaid'])
  })
  it('takes the state of a package on a number', () => {
    const activation = { status: 'active' as const, cancellable: true, version: 2 }
    const lines = live(3).lines.map((line) => ({ ...line, activation }))
    const told = withLive(order(2), { ...live(3), lines })
    expect(told.lines[0]?.activation).toEqual(activation)
  })
  it('takes another way to pay', () => {
    expect(withLive(order(2), live(3)).channel).toBe('ais_prepaid')
  })
  it('takes an end that it is told of, and of which kind', () => {
    const told = withLive(order(2), { ...live(3), status: 'incomplete', cancelledAt: '2026-11-21T07:41:00Z' })
    expect([told.status, told.cancelledAt]).toEqual(['incomplete', '2026-11-21T07:41:00Z'])
  })
  it('passes over an older or repeated event', () => {
    const shown = order(3)
    expect(withLive(shown, live(3))).toBe(shown)
    expect(withLive(shown, live(2))).toBe(shown)
  })
  it('keeps what an event told when an older REST answer comes late, with its new grant', () => {
    const told = withLive(order(2), live(5))
    const kept = newer(told, order(4))
    expect([kept.version, kept.status, kept.live.grant]).toEqual([5, 'completed', 'g4'])
    expect(newer(told, order(6)).version).toBe(6)
  })
})
