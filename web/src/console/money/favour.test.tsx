import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { beforeAll, expect, it, vi } from 'vitest'
import { queries } from '@/api/queries'
import { startTexts, texts } from '@/i18n'
import { Favour } from './favour'

const granted: unknown[] = []
let version = 3

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  Link: ({ to, params, children }: { to: string; params: { number: string }; children: ReactNode }) => (
    <a href={to.replace('$number', params.number)}>{children}</a>
  ),
}))

vi.mock('@/api/generated', async (original) => ({
  ...(await original<object>()),
  consoleGetRefundableOrder: async ({ path: { number } }: { path: { number: string } }) => {
    const error = { status: 404, code: 'order_not_found', message: 'There is no such order' }
    if (number !== 'MN-7') return { error, response: new Response(null, { status: 404 }) }
    const line = (id: number, refundableSatang: number) => ({
      id,
      name: { th: 'เพชร', en: `Item ${id}` },
      status: 'delivered',
      totalSatang: 4_500,
      refundableSatang,
    })
    const data = {
      number,
      version,
      status: 'completed',
      totalSatang: 13_500,
      refundedSatang: 4_500,
      refundableSatang: version === 3 ? 9_000 : 7_000,
      way: 'channel',
      lines: [line(1, version === 3 ? 4_500 : 2_500), line(2, 4_500), line(3, 0)],
    }
    return { data, response: new Response() }
  },
  consoleRefundFavour: async ({ path, headers, body }: { path: object; headers: Record<string, string>; body: { version: number } }) => {
    expect(headers['Idempotency-Key']).toMatch(/^[0-9a-f-]{36}$/)
    granted.push({ path, body })
    const error = { status: 409, code: 'refund_changed', message: 'The order has changed' }
    if (body.version !== version) return { error, response: new Response(null, { status: 409 }) }
    return { response: new Response(null, { status: 204 }) }
  },
}))

beforeAll(async () => {
  await startTexts('en')
  await texts('operator')()
})

function Searched() {
  const [number, setNumber] = useState('')
  return <Favour number={number} onLook={setNumber} />
}

const look = (number: string) => {
  fireEvent.change(screen.getByLabelText('Order number'), { target: { value: number } })
  fireEvent.click(screen.getByRole('button', { name: 'Open' }))
}

it('refunds a line of the order as it was seen, up to what is left of it', async () => {
  render(
    <QueryClientProvider client={queries}>
      <Searched />
    </QueryClientProvider>,
  )
  look('MN-8')
  await screen.findByText('There is no such order')
  look(' mn-7 ')
  fireEvent.click(await screen.findByRole('button', { name: 'Goodwill refund' }))
  // What went back cannot go back again.
  expect([...screen.getByLabelText<HTMLSelectElement>('Item').options].map(({ text }) => text)).toEqual([
    'The whole order',
    'Item 1 · 45.00',
    'Item 2 · 45.00',
  ])
  fireEvent.change(screen.getByLabelText('Item'), { target: { value: '2' } })
  const amount = screen.getByLabelText<HTMLInputElement>('Amount (baht)')
  expect(amount.value).toBe('45.00')
  fireEvent.change(amount, { target: { value: '20.5' } })
  fireEvent.change(screen.getByLabelText('Reason, for the log'), { target: { value: 'came late' } })
  screen.getByText(/The payment provider returns ฿20\.50 to the buyer/)
  version = 4
  const confirm = () => fireEvent.click(screen.getByRole('button', { name: 'Refund ฿20.50' }))
  confirm()
  await vi.waitFor(() => expect(granted).toHaveLength(1))
  expect(granted[0]).toEqual({ path: { number: 'MN-7' }, body: { amountSatang: 2_050, reason: 'came late', version: 3, lineId: 2 } })
  // The order is loaded again, and the dialog goes on with it; what was typed stays.
  await screen.findByText(/The order changed in the meantime.*Up to ฿70\.00/)
  expect(screen.getByLabelText<HTMLSelectElement>('Item').value).toBe('2')
  expect(amount.value).toBe('20.5')
  // Another line has another limit, and the reason stays.
  fireEvent.change(screen.getByLabelText('Item'), { target: { value: '' } })
  expect(amount.value).toBe('70.00')
  fireEvent.click(screen.getByRole('button', { name: 'Refund ฿70.00' }))
  await vi.waitFor(() => expect(granted).toHaveLength(2))
  expect(granted[1]).toMatchObject({ body: { amountSatang: 7_000, reason: 'came late', version: 4 } })
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
