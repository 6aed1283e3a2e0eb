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
  operatorListDifferences: async () => ({ data: { items: listed, page: 1, perPage: 100, total }, response: new Response() }),
  operatorExplainDifference: async (call: { path: { id: number } }) => {
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
  expect(explained).toEqual([{ path: { id: 5 }, body: { note: 'their correction' } }])
})

it('says so, and saves nothing, when a colleague was first or the amounts have changed', async () => {
  show()
  const first = await open('chrg_test_5')
  listed = [payout, order]
  total = 2
  first.note('mine')
  first.confirm()
  await first.dialog.findByText(/has left the list: a colleague has explained it/)
  fireEvent.click(first.dialog.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByText('chrg_test_5')).toBeNull()

  const second = await open('trsf_6')
  listed = [{ ...payout, theirsSatang: 9_100 }, order]
  second.note('mine')
  second.confirm()
  await second.dialog.findByText(/The amounts have changed meanwhile/)
  expect(explained).toEqual([])

  // Behind a full first page nobody can look: the server decides.
  listed = [{ ...charge, id: 4, subject: 'chrg_test_4' }]
  total = 101
  second.confirm()
  await vi.waitFor(() => expect(explained).toHaveLength(1))
})

it('says when nothing is left to explain', async () => {
  listed = []
  total = 0
  show()
  await screen.findByText('Nothing to explain: all lists agree with our books')
})
