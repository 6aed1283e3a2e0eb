import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { ReconciliationDifference } from '@/api/generated'
import { queries } from '@/api/queries'
import { startTexts, texts } from '@/i18n'
import { Reconciliations } from './reconciliations'

const charge: ReconciliationDifference = {
  id: 5,
  counterparty: 'opn',
  day: '2026-11-21',
  kind: 'charge',
  subject: 'chrg_test_5',
  reason: 'unknown_here',
  oursSatang: 0,
  theirsSatang: 4_900,
  foundAt: '2026-11-22T10:00:00Z',
}
const payout: ReconciliationDifference = { ...charge, id: 6, kind: 'payout', subject: 'trsf_6', reason: 'amount', oursSatang: 9_000 }
const order: ReconciliationDifference = {
  ...charge,
  id: 7,
  counterparty: 'hub',
  day: '2026-11-20',
  kind: 'order',
  subject: 'D-7',
  reason: 'unknown_there',
  oursSatang: 1_250,
  theirsSatang: 0,
}

let listed: ReconciliationDifference[] = []
let total = 0
const explained: unknown[] = []

vi.mock('@/api/generated', async (original) => ({
  ...(await original<object>()),
  consoleListDifferences: async () => ({ data: { items: listed, page: 1, perPage: 100, total }, response: new Response() }),
  consoleExplainDifference: async (call: { path: { id: number }; body: { theirsSatang: number } }) => {
    if (listed.find(({ id }) => id === call.path.id)?.theirsSatang !== call.body.theirsSatang) {
      const error = { code: 'reconciliation_changed', message: 'The difference has changed' }
      return { error, response: new Response(null, { status: 409 }) }
    }
    explained.push(call)
    listed = listed.filter(({ id }) => id !== call.path.id)
    total = listed.length
    return { response: new Response(null, { status: 204 }) }
  },
}))

beforeAll(async () => {
  await startTexts('en')
  await texts('operator')()
})

beforeEach(() => {
  queries.clear()
  explained.length = 0
  listed = [charge, payout, order]
  total = 3
})

const show = () =>
  render(
    <QueryClientProvider client={queries}>
      <Reconciliations />
    </QueryClientProvider>,
  )
const open = async (subject: string) => {
  fireEvent.click(await screen.findByRole('button', { name: `Explain ${subject}` }))
  const dialog = within(screen.getByRole('dialog'))
  const note = (text: string) =>
    fireEvent.change(dialog.getByLabelText('Why it differs or what was done, for the log'), { target: { value: text } })
  return { dialog, note, confirm: () => fireEvent.click(dialog.getByRole('button', { name: 'Explain' })) }
}

it('groups the items by day and counterparty with the sums of both sides, and explains one with a note', async () => {
  total = 5
  show()
  await screen.findByText('and 2 more')
  expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'Partner hub · 20 Nov 2026',
    'Opn Payments · 21 Nov 2026',
  ])
  const [hub, , opn] = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(hub).toMatch(/1 to explain.*Difference−฿12\.50.*We placed an order that they do not list.*D-7.*฿12\.50.*not listed/)
  expect(opn).toMatch(
    /2 to explain.*Our books฿90\.00.*Their list฿98\.00.*Difference฿8\.00.*have not booked.*chrg_test_5.*not booked.*฿49\.00/,
  )

  const { dialog, note, confirm } = await open('chrg_test_5')
  dialog.getByText(/This books nothing.*our books ฿0\.00, their list ฿49\.00/)
  confirm()
  await dialog.findByText('Please give a reason')
  expect(explained).toEqual([])
  note(' their correction ')
  confirm()
  await vi.waitFor(() => expect(screen.queryByText('chrg_test_5')).toBeNull())
  expect(explained).toEqual([{ path: { id: 5 }, body: { note: 'their correction', oursSatang: 0, theirsSatang: 4_900 } }])
})

it('shows the new amounts after a refusal, and explains those', async () => {
  show()
  const { dialog, note, confirm } = await open('trsf_6')
  listed = [charge, { ...payout, theirsSatang: 9_100 }]
  total = 2
  note('mine')
  confirm()
  await dialog.findByText(/amounts changed.*our books ฿90\.00 → ฿90\.00, their list ฿49\.00 → ฿91\.00/)
  dialog.getByText(/This books nothing.*our books ฿90\.00, their list ฿91\.00/)
  // The list behind it is loaded again, too.
  expect(screen.queryByText('D-7')).toBeNull()
  confirm()
  await vi.waitFor(() => expect(explained).toEqual([{ path: { id: 6 }, body: { note: 'mine', oursSatang: 9_000, theirsSatang: 9_100 } }]))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('has nothing to explain once a colleague has', async () => {
  show()
  const { dialog, note, confirm } = await open('trsf_6')
  listed = [charge, order]
  total = 2
  note('mine')
  confirm()
  await dialog.findByText(/no longer on the list: a colleague has explained it/)
  expect(dialog.queryByRole('button', { name: 'Explain' })).toBeNull()
  fireEvent.click(dialog.getByRole('button', { name: 'Close' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(explained).toEqual([])
})

it('says when nothing is left to explain', async () => {
  listed = []
  total = 0
  show()
  await screen.findByText('Nothing to explain: all lists agree with our books')
})
