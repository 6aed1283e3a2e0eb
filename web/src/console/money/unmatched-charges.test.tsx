import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeAll, expect, it, vi } from 'vitest'
import { queries } from '@/api/queries'
import { startTexts, texts } from '@/i18n'
import { UnmatchedCharges } from './unmatched-charges'

const closed: unknown[] = []

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  Link: ({ to, params, children }: { to: string; params: { number: string }; children: ReactNode }) => (
    <a href={to.replace('$number', params.number)}>{children}</a>
  ),
}))

vi.mock('@/api/generated', async (original) => ({
  ...(await original<object>()),
  consoleListUnmatchedCharges: async () => {
    const mismatch = {
      id: 5,
      chargeId: 'chrg_test_5',
      reason: 'amount_mismatch',
      status: 'successful',
      amountSatang: 100,
      currency: 'THB',
      expectedSatang: 4_900,
      orderNumber: 'MN-1234-5678',
      foundAt: '2026-11-21T10:00:00Z',
    }
    const returned = { ...mismatch, id: 6, chargeId: 'chrg_test_6', reason: 'returned', amountSatang: 4_900 }
    const items = [mismatch, returned].slice(closed.length)
    return { data: { items, page: 1, perPage: 50, total: items.length }, response: new Response() }
  },
  consoleDecideUnmatchedCharge: async (call: unknown) => {
    closed.push(call)
    return { response: new Response(null, { status: 204 }) }
  },
}))

beforeAll(async () => {
  await startTexts('en')
  await texts('operator')()
})

it('says what came and what was expected, and is settled only with a note', async () => {
  render(
    <QueryClientProvider client={queries}>
      <UnmatchedCharges />
    </QueryClientProvider>,
  )
  await screen.findByText('Wrong amount')
  const [mismatch, returned] = screen.getAllByRole('listitem').map((item) => item.textContent)
  expect(mismatch).toMatch(/paid.*chrg_test_5.*MN-1234-5678.*฿1\.00.*Expected ฿49\.00/)
  expect(returned).toMatch(/Paid, but returned before we knew.*chrg_test_6/)
  fireEvent.click(screen.getAllByRole('button', { name: 'Settled by hand' })[0] as HTMLElement)
  const confirm = () => fireEvent.click(screen.getAllByRole('button', { name: 'Settled by hand' }).at(-1) as HTMLElement)
  confirm()
  await screen.findByText('Please give a reason')
  expect(closed).toEqual([])
  fireEvent.change(screen.getByLabelText('What was done, for the log'), { target: { value: ' sent back ' } })
  confirm()
  await vi.waitFor(() => expect(screen.queryByText('Wrong amount')).toBeNull())
  expect(closed).toEqual([{ path: { id: 5 }, body: { action: 'close', note: 'sent back' } }])

  // A charge that was booked when the money moved is only taken off the list.
  fireEvent.click(screen.getByRole('button', { name: 'Settled by hand' }))
  screen.getByText(/already booked/)
  fireEvent.change(screen.getByLabelText('What was done, for the log'), { target: { value: 'seen' } })
  confirm()
  await screen.findByText('Every charge matches the books')
})
