import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeAll, expect, it, vi } from 'vitest'
import { queries } from '@/api/queries'
import { startTexts, texts } from '@/i18n'
import { Refunds } from './refunds'

const settled: unknown[] = []
let moved: object | undefined

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  Link: ({ to, params, children }: { to: string; params: { number: string }; children: ReactNode }) => (
    <a href={to.replace('$number', params.number)}>{children}</a>
  ),
}))

vi.mock('@/api/generated', async (original) => ({
  ...(await original<object>()),
  consoleListRefunds: async () => {
    const owed = {
      key: 'MN-1234-5678',
      orderNumber: 'MN-1234-5678',
      userId: 3,
      chargeIds: ['chrg_test_5'],
      owedSatang: 4_900,
      chargedBackSatang: 0,
      disputed: false,
      requestedSatang: 0,
      ways: ['outside'],
      since: '2026-11-21T10:00:00Z',
    }
    const unowed = { ...owed, key: 'MN-2', orderNumber: 'MN-2', owedSatang: -900, chargedBackSatang: 900 }
    const disputed = { ...unowed, key: 'MN-3', orderNumber: 'MN-3', disputed: true }
    const wallet = { ...owed, key: 'MN-4', orderNumber: 'MN-4', owedSatang: 9_000, ways: ['channel', 'outside'], failureCode: 'too_late' }
    const asked = { ...owed, key: 'MN-5', orderNumber: 'MN-5', requestedSatang: 4_900 }
    const items = [...(settled.length > 0 ? [] : [owed]), unowed, disputed, { ...wallet, ...moved }, asked]
    return { data: { items, page: 1, perPage: 50, total: items.length + 1 }, response: new Response() }
  },
  consoleGetRefundableOrder: async ({ path: { number } }: { path: { number: string } }) => {
    const line = (id: number) => ({ id, name: { th: 'เพชร', en: `Item ${id}` }, status: 'closed', totalSatang: 4_500, refundableSatang: 0 })
    return { data: { number, version: 3, lines: number === 'MN-4' ? [line(1), line(2)] : [line(1)] }, response: new Response() }
  },
  consoleSettleRefund: async (call: { path: { key: string }; body: { owedSatang: number } }) => {
    if (call.path.key === 'MN-4' && moved && call.body.owedSatang === 9_000) {
      const error = { status: 409, code: 'refund_changed', message: 'This refund has changed' }
      return { error, response: new Response(null, { status: 409 }) }
    }
    settled.push(call)
    return { response: new Response(null, { status: 204 }) }
  },
}))

beforeAll(async () => {
  await startTexts('en')
  await texts('operator')()
})

it('tells what is owed from what went back unowed, and books what staff saw with a note', async () => {
  render(
    <QueryClientProvider client={queries}>
      <Refunds />
    </QueryClientProvider>,
  )
  await screen.findByText('MN-1234-5678')
  screen.getByText('and 1 more')
  const [owed, unowed, disputed] = screen.getAllByRole('listitem').map((item) => item.textContent)
  expect(owed).toMatch(/MN-1234-5678.*chrg_test_5.*฿49\.00.*Refund$/)
  expect(unowed).toMatch(/Refunded without being due.*฿9\.00.*฿9\.00 taken by a dispute.*Write off/)
  // The money may come back yet: there is nothing to decide.
  expect(disputed).toMatch(/Disputed: do not refund as well.*cannot place new orders/)
  expect(disputed).not.toMatch(/Write off/)
  expect(screen.getByRole('link', { name: 'MN-2' }).getAttribute('href')).toBe('/console/orders/MN-2')
  fireEvent.click(screen.getAllByRole('button', { name: 'Refund' })[0] as HTMLElement)
  // Its channel gives nothing back.
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /The way it was paid/ }).disabled).toBe(true)
  screen.getByText(/฿49\.00 will be booked as paid from our bank account/)
  const confirm = () => fireEvent.click(screen.getByRole('button', { name: 'Record transfer of ฿49.00' }))
  confirm()
  await screen.findByText('Please give a reason')
  expect(settled).toEqual([])
  fireEvent.change(screen.getByLabelText('What was done, for the log'), { target: { value: ' bank transfer ' } })
  confirm()
  await vi.waitFor(() => expect(screen.queryByText('MN-1234-5678')).toBeNull())
  expect(settled).toEqual([{ path: { key: 'MN-1234-5678' }, body: { owedSatang: 4_900, note: 'bank transfer', way: 'outside' } }])
})

it('asks the channel for a part, exactly to the satang, and says what stays due', async () => {
  settled.length = 1
  queries.clear()
  render(
    <QueryClientProvider client={queries}>
      <Refunds />
    </QueryClientProvider>,
  )
  await screen.findByText('MN-4')
  const [, , wallet, asked] = screen.getAllByRole('listitem').map((item) => item.textContent)
  expect(wallet).toMatch(/Refund refused.*too_late/)
  // Nothing is left to ask for.
  expect(asked).toMatch(/Requested.*฿49\.00 is on its way back/)
  expect(screen.getAllByRole('button', { name: 'Refund' })).toHaveLength(1)
  fireEvent.click(screen.getByRole('button', { name: 'Refund' }))
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /The way it was paid/ }).checked).toBe(true)
  const amount = screen.getByLabelText<HTMLInputElement>('Amount (baht)')
  expect(amount.value).toBe('90.00')
  fireEvent.change(screen.getByLabelText('Reason, for the log'), { target: { value: 'late' } })
  fireEvent.change(amount, { target: { value: '90.01' } })
  fireEvent.click(screen.getByRole('button', { name: /^Refund ฿/ }))
  screen.getByText(/Enter an amount from ฿0\.01 to ฿90\.00/)
  expect(settled).toHaveLength(1)
  fireEvent.change(amount, { target: { value: '45.07' } })
  fireEvent.change(await screen.findByLabelText('Item'), { target: { value: '2' } })
  screen.getByText(/The payment provider returns ฿45\.07 to the buyer the way they paid.*฿44\.93 will still be due/)
  fireEvent.click(screen.getByRole('button', { name: 'Refund ฿45.07 the way it was paid' }))
  await vi.waitFor(() => expect(settled).toHaveLength(2))
  expect(settled[1]).toEqual({
    path: { key: 'MN-4' },
    body: { owedSatang: 9_000, note: 'late', way: 'channel', amountSatang: 4_507, lineId: 2 },
  })
})

it('goes on with the refund as it is now when it has changed meanwhile', async () => {
  settled.length = 1
  moved = undefined
  queries.clear()
  render(
    <QueryClientProvider client={queries}>
      <Refunds />
    </QueryClientProvider>,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Refund' }))
  fireEvent.change(screen.getByLabelText('Reason, for the log'), { target: { value: 'late' } })
  moved = { owedSatang: 6_000 }
  fireEvent.click(screen.getByRole('button', { name: 'Refund ฿90.00 the way it was paid' }))
  await screen.findByText(/The amount changed in the meantime: ฿90\.00 → ฿60\.00/)
  fireEvent.click(screen.getByRole('button', { name: 'Refund ฿60.00 the way it was paid' }))
  await vi.waitFor(() => expect(settled).toHaveLength(2))
  expect(settled[1]).toEqual({ path: { key: 'MN-4' }, body: { owedSatang: 6_000, note: 'late', way: 'channel' } })
})

it('has nothing to decide once a dispute is open', async () => {
  settled.length = 1
  moved = undefined
  queries.clear()
  render(
    <QueryClientProvider client={queries}>
      <Refunds />
    </QueryClientProvider>,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Refund' }))
  fireEvent.change(screen.getByLabelText('Reason, for the log'), { target: { value: 'late' } })
  moved = { disputed: true }
  fireEvent.click(screen.getByRole('button', { name: 'Refund ฿90.00 the way it was paid' }))
  await screen.findByText(/no longer waits for a decision/)
  expect(screen.queryByRole('button', { name: /^Refund ฿/ })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(settled).toHaveLength(1)
})
