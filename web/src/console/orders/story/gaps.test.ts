import { expect, it } from 'vitest'
import type { StoryEntry, StorySource } from '@/api/generated'
import { tell } from './gaps'
import { moneyOf } from './money'

const at = (clock: string) => `2026-11-21T${clock}+07:00`
const entry = (clock: string, kind: string, detail: object = {}, source: StorySource = 'shop'): StoryEntry => ({
  at: at(clock),
  kind,
  source,
  detail: { ...detail },
})

/** The gaps before each entry: seconds and whom the order waited for. */
const gaps = (story: StoryEntry[], items = 1) =>
  tell(story, items).entries.flatMap(({ entry, gap }) => (gap ? [[entry.kind, gap.seconds, gap.waiting]] : []))

const BOUGHT = [entry('18:00:00', 'created'), entry('18:00:01', 'payment_begun', { channel: 'promptpay' })]

it('says for whom a paid order waited: the payer, the partner, staff, and nobody once it is delivered', () => {
  const story = [
    ...BOUGHT,
    entry('18:00:02', 'code_shown'),
    entry('18:02:03', 'paid'),
    entry('18:02:03', 'sent'),
    entry('18:06:13', 'line_retrying', { delivery: 'MN-1' }),
    entry('18:08:13', 'line_repair', { delivery: 'MN-1' }),
    entry('18:20:00', 'repair_retry', { delivery: 'MN-1' }),
    entry('18:20:05', 'line_delivered', { delivery: 'MN-1.2' }),
    entry('20:20:05', 'code_seen'),
  ]
  expect(gaps(story)).toEqual([
    ['paid', 121, 'payer'],
    ['line_retrying', 250, 'partner'],
    // Two minutes to the second are the usual course.
    ['repair_retry', 707, 'staff'],
    ['code_seen', 7200, undefined],
  ])
  expect(tell(story, 1).now).toBeUndefined()
  expect(tell(story.slice(0, 7), 1).now).toEqual({ waiting: 'staff', since: at('18:08:13') })
})

it('waits for the provider until a charge is there, and for nobody when the order has ended', () => {
  const story = [...BOUGHT, entry('18:05:00', 'code_shown'), entry('18:15:00', 'expired'), entry('19:15:00', 'mail', {}, 'messages')]
  expect(gaps(story).map(([, , waiting]) => waiting)).toEqual(['provider', 'payer', undefined])
})

it('waits as long as one item of several is open, also under a new reference', () => {
  const story = [
    ...BOUGHT,
    entry('18:00:05', 'paid'),
    entry('18:00:06', 'line_delivered', { delivery: 'MN-1' }),
    entry('18:00:07', 'line_switched', { delivery: 'MN-2', newReference: 'MN-2.2' }),
    entry('18:10:00', 'line_repair', { delivery: 'MN-2.2' }),
    entry('18:20:00', 'refund_asked', { refund: 7 }),
    entry('18:20:00', 'repair_closed', { delivery: 'MN-2.2' }),
    entry('18:30:00', 'refund_refused', { refund: 7 }),
    entry('18:50:00', 'refund_settled'),
  ]
  expect(gaps(story, 2).map(([kind, , waiting]) => [kind, waiting])).toEqual([
    ['line_repair', 'partner'],
    ['refund_asked', 'staff'],
    ['refund_refused', 'provider'],
    ['refund_settled', 'staff'],
  ])
  expect(tell(story, 2).now).toBeUndefined()
})

it('sums the journals up to what is still owed to the buyer', () => {
  const journal = (kind: string, ...entries: Array<[account: string, amountSatang: number]>) =>
    entry('18:00:00', kind, { entries: entries.map(([account, amountSatang]) => ({ account, amountSatang })) }, 'ledger')
  const story = [
    journal('captured', ['provider_receivable', 20_000], ['customer_prepaid', -20_000]),
    journal('fee', ['provider_fee', 200], ['input_vat', 14], ['provider_receivable', -214]),
    journal('delivered', ['customer_prepaid', 12_000], ['seller_payable', -11_000], ['own_revenue', -1_000]),
    journal('closed', ['customer_prepaid', 8_000], ['refund_payable', -8_000]),
    journal('refunded', ['refund_payable', 3_000], ['provider_receivable', -3_000]),
  ]
  expect(moneyOf(story)).toEqual({ captured: 20_000, fee: 214, delivered: 12_000, returned: 3_000, owed: 5_000 })
  expect(moneyOf([])).toBeUndefined()
})
