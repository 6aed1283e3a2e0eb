import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, it, vi } from 'vitest'
import { queries } from '@/api/queries'
import { startTexts, texts } from '@/i18n'
import { Checkout } from './process'

vi.mock('@tanstack/react-router', async (original) => ({ ...(await original<object>()), useNavigate: () => vi.fn() }))

vi.mock('@/api/generated', async (original) => ({
  ...(await original<object>()),
  createOrder: async ({ body }: { body: { expectedTotalSatang: number } }) => {
    sent.push(body)
    const error = { status: 409, code: 'price_changed', message: 'The price has changed', params: { totalSatang: 5_500 } }
    return { error, response: new Response(null, { status: 409 }) }
  },
}))

const sent: Array<{ expectedTotalSatang: number }> = []

beforeAll(async () => {
  await startTexts('en')
  await texts('orders')()
  // The browser's dialogs, which jsdom does not have.
  HTMLDialogElement.prototype.showModal = function showModal(this: HTMLDialogElement) {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function close(this: HTMLDialogElement) {
    this.open = false
  }
})

function page(totalSatang: number, onChanged: () => void) {
  return (
    <QueryClientProvider client={queries}>
      <Checkout
        items={[]}
        selection={{}}
        channels={[{ code: 'promptpay', name: { th: 'พร้อมเพย์', en: 'PromptPay' }, allowed: true }]}
        totals={{ vatSatang: 0, subtotalSatang: 2000, discountSatang: 0, totalSatang }}
        onChanged={onChanged}
      />
    </QueryClientProvider>
  )
}

it('shows the new total after the question about it was put away', async () => {
  const changed = vi.fn()
  const { rerender } = render(page(4_900, changed))
  fireEvent.click(screen.getByRole('button', { name: 'Pay 49.00 THB' }))
  await screen.findByText('It was 49.00 THB and is now 55.00 THB. Do you want to pay the new total?')
  expect(changed).toHaveBeenCalledOnce()
  // The page has asked again; the question still names both totals.
  rerender(page(5_500, changed))
  screen.getByText('It was 49.00 THB and is now 55.00 THB. Do you want to pay the new total?')
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  const pay = await waitFor(() => screen.getByRole('button', { name: 'Pay 55.00 THB' }))
  fireEvent.click(pay)
  await waitFor(() => expect(sent.map(({ expectedTotalSatang }) => expectedTotalSatang)).toEqual([4_900, 5_500]))
})
