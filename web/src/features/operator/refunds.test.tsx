import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { beforeAll, expect, it, vi } from 'vitest'
import { queries } from '@/api/queries'
import { startTexts, texts } from '@/i18n'
import { Refunds } from './refunds'

const settled: unknown[] = []

vi.mock('@/api/generated', async (original) => ({
  ...(await original<object>()),
  operatorListRefunds: async () => {
    const owed = {
      key: 'MN-1234-5678',
      orderNumber: 'MN-1234-5678',
      userId: 3,
      chargeIds: ['chrg_test_5'],
      owedSatang: 4_900,
      chargedBackSatang: 0,
      disputed: false,
      since: '2026-11-21T10:00:00Z',
    }
    const unowed = { ...owed, key: 'MN-2', orderNumber: 'MN-2', owedSatang: -900, chargedBackSatang: 900 }
    const disputed = { ...unowed, key: 'MN-3', orderNumber: 'MN-3', disputed: true }
    const items = settled.length > 0 ? [unowed, disputed] : [owed, unowed, disputed]
    return { data: { items, page: 1, perPage: 50, total: items.length + 1 }, response: new Response() }
  },
  operatorSettleRefund: async (call: unknown) => {
    settled.push(call)
    return { response: new Response(null, { status: 204 }) }
  },
}))

beforeAll(async () => {
  await startTexts('en')
  await texts('operator')()
})

it('tells what is owed from what went back unowed, and books what the operator saw with a note', async () => {
  render(
    <QueryClientProvider client={queries}>
      <Refunds />
    </QueryClientProvider>,
  )
  await screen.findByText('Refund due')
  screen.getByText('and 1 more')
  const [owed, unowed, disputed] = screen.getAllByRole('listitem').map((item) => item.textContent)
  expect(owed).toMatch(/MN-1234-5678.*chrg_test_5.*฿49\.00.*Refunded by hand/)
  expect(unowed).toMatch(/Refunded without being due.*฿9\.00.*฿9\.00 taken by a dispute.*Write off/)
  // The money may come back yet: there is nothing to decide.
  expect(disputed).toMatch(/Disputed: do not refund as well.*cannot place new orders/)
  expect(disputed).not.toMatch(/Write off/)
  fireEvent.click(screen.getByRole('button', { name: 'Refunded by hand' }))
  const confirm = () => fireEvent.click(screen.getAllByRole('button', { name: 'Refunded by hand' }).at(-1) as HTMLElement)
  confirm()
  await screen.findByText('Please give a reason')
  expect(settled).toEqual([])
  fireEvent.change(screen.getByLabelText('What was done, for the log'), { target: { value: ' bank transfer ' } })
  confirm()
  await vi.waitFor(() => expect(screen.queryByText('Refund due')).toBeNull())
  expect(settled).toEqual([{ path: { key: 'MN-1234-5678' }, body: { owedSatang: 4_900, note: 'bank transfer' } }])
})
