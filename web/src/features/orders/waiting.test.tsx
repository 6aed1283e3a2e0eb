import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeAll, expect, it, vi } from 'vitest'
import type { Order } from '@/api/generated'
import { queries } from '@/api/queries'
import { startTexts, texts } from '@/i18n'
import en from '@/i18n/en/orders'
import { Waiting } from './waiting'

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
  useNavigate: () => vi.fn(),
  Navigate: ({ to }: { to: string }) => <p>goes to {to}</p>,
}))

vi.mock('@/api/generated', async (original) => ({
  ...(await original<object>()),
  purchaseUpdateOrderStatus: async ({ body }: { body: { number: string; action: string } }) => {
    asked.push(`${body.action} ${body.number}`)
    if (refused) return { error: refused, response: new Response(null, { status: 503 }) }
    return { data: order({}), response: new Response() }
  },
}))

const asked: string[] = []
let refused: { message: string } | undefined

const order = (changed: object): Order =>
  ({
    number: 'MN-1',
    version: 1,
    status: 'pending',
    channel: 'ais_prepaid',
    channelName: { th: 'เติมเงิน', en: 'Prepaid' },
    paymentFlow: 'otp',
    totalSatang: 2_000,
    createdAt: '2026-11-21T07:40:00Z',
    payment: { reference: 'MN-1-1', status: 'awaiting' },
    lines: [{ gameSlug: 'free-fire', name: { th: 'เพชร', en: 'Diamonds' }, gameName: { th: 'เกม', en: 'Game' }, quantity: 1 }],
    timeline: [],
    ...changed,
  }) as unknown as Order

beforeAll(async () => {
  await startTexts('en')
  await texts('orders')()
})

const page = (changed: object, flow: 'code' | 'otp' = 'otp') => (
  <QueryClientProvider client={queries}>
    <Waiting order={order(changed)} flow={flow} shown={<p>the code went there</p>} tools={<p>it is typed here</p>} />
  </QueryClientProvider>
)

it('asks for the code while it can be used, and not before or after', () => {
  const { rerender } = render(page({ payment: { status: 'created' } }))
  screen.getByText(en.byNumber.preparing)
  for (const text of ['the code went there', 'it is typed here']) expect(screen.queryByText(text)).toBeNull()
  rerender(page({}))
  for (const text of ['the code went there', 'it is typed here']) screen.getByText(text)
  rerender(page({ payment: { status: 'expired' } }))
  expect(screen.queryByText('it is typed here')).toBeNull()
})

it.each([
  ['otp', 'expired', undefined, en.byNumber.expired, en.byNumber.newCode],
  ['otp', 'failed', 'balance_short', en.numberFailure.balance_short, en.byNumber.newCode],
  ['code', 'expired', undefined, en.promptpay.expired, en.promptpay.newCode],
  ['code', 'failed', 'payment_rejected', en.failure.payment_rejected, en.promptpay.newCode],
] as const)('%s: says that it %s (%s) and goes on with a new code', async (flow, status, failureCode, said, newCode) => {
  asked.length = 0
  render(page({ payment: { status, failureCode } }, flow))
  screen.getByText(said)
  fireEvent.click(screen.getByRole('button', { name: newCode }))
  await waitFor(() => expect(asked).toEqual(['new_code MN-1']))
})

it('says why there is no new code, and asks again', async () => {
  asked.length = 0
  refused = { message: 'The operator is away.' }
  render(page({ payment: { status: 'expired' } }))
  const again = screen.getByRole('button', { name: en.byNumber.newCode })
  fireEvent.click(again)
  expect((await screen.findByRole('alert')).textContent).toBe('The operator is away.')
  expect(screen.queryByText(en.byNumber.expired), 'one thing is said').toBeNull()
  refused = undefined
  fireEvent.click(again)
  await waitFor(() => expect(asked).toHaveLength(2))
})

it('leads on when the order is over, and when it is paid', () => {
  const { rerender } = render(page({ status: 'incomplete' }))
  screen.getByText(en.waiting.expired)
  expect(screen.getByRole('link', { name: en.waiting.buyAgain })).toBeTruthy()
  expect(screen.queryByRole('button', { name: en.waiting.cancel })).toBeNull()
  rerender(page({ paidAt: '2026-11-21T07:41:00Z' }))
  screen.getByText(en.step.paid)
  expect(screen.queryByText(en.byNumber.canClose)).toBeNull()
})

it('says what cancelling does before it is done', async () => {
  asked.length = 0
  render(page({}))
  fireEvent.click(screen.getByRole('button', { name: en.waiting.cancel }))
  screen.getByText(en.byNumber.cancelText)
  expect(asked).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: en.waiting.cancelYes }))
  await waitFor(() => expect(asked).toEqual(['cancel MN-1']))
})

it.each([
  ['pending', undefined, 'code', en.failure.amount_mismatch],
  ['incomplete', undefined, 'code', en.failure.amount_mismatch],
  ['incomplete', '2026-11-21T07:41:00Z', 'code', en.failure.amount_mismatch],
] as const)('leads to support when another amount came (%s, cancelled %s)', (status, cancelledAt, flow, said) => {
  const timeline = [{ step: 'failed', state: 'failed', at: '2026-11-21T07:41:00Z' }]
  render(page({ status, cancelledAt, payment: { status: 'mismatch' }, timeline }, flow))
  screen.getByText(en.step.mismatch)
  expect(screen.getByRole('alert').textContent).toBe(said)
  expect(screen.getByRole('link', { name: en.result.support }).getAttribute('href')).toBe('/contact')
  for (const name of [en.waiting.cancel, en.promptpay.newCode]) expect(screen.queryByRole('button', { name })).toBeNull()
  for (const untrue of [en.waiting.expired, en.waiting.cancelled]) expect(screen.queryByText(untrue)).toBeNull()
})

it('has support at hand where a payment failed', () => {
  const { rerender } = render(page({ payment: { status: 'failed', failureCode: 'charge_refused' } }, 'code'))
  expect(screen.getByRole('link', { name: en.result.support }).getAttribute('href')).toBe('/contact')
  rerender(page({ payment: { status: 'expired' } }, 'code'))
  expect(screen.queryByRole('link', { name: en.result.support })).toBeNull()
})

it('tells an order that was cancelled from one whose time is over', () => {
  const { rerender } = render(page({ status: 'incomplete', cancelledAt: '2026-11-21T07:41:00Z' }))
  screen.getByText(en.waiting.cancelled)
  expect(screen.queryByText(en.waiting.expired)).toBeNull()
  rerender(page({ status: 'incomplete' }))
  screen.getByText(en.waiting.expired)
})

it('offers another way to pay first where it lies in the number', () => {
  const names = () => screen.getAllByRole('button').map((button) => button.textContent)
  const { rerender } = render(page({ payment: { status: 'failed', failureCode: 'credit_short' } }))
  expect(names().slice(0, 2)).toEqual([en.change.open, en.byNumber.newCode])
  rerender(page({ payment: { status: 'failed', failureCode: 'balance_short' } }))
  expect(names().slice(0, 2)).toEqual([en.byNumber.newCode, en.change.open])
})

it.each(['awaiting', 'expired', 'failed'])('lets nobody pay twice or change the way while a payment is being checked (%s)', (status) => {
  const { rerender } = render(page({ payment: { reference: 'MN-1-1', status }, paymentChecking: true }))
  screen.getByText(en.checking.heading)
  for (const text of ['the code went there', 'it is typed here']) expect(screen.queryByText(text)).toBeNull()
  for (const name of [en.byNumber.newCode, en.waiting.cancel]) expect(screen.queryByRole('button', { name })).toBeNull()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: en.change.open }).disabled).toBe(true)
  screen.getByText(en.checking.locked)
  // It was no payment: everything is there again.
  rerender(page({ payment: { reference: 'MN-1-1', status }, paymentChecking: false }))
  expect(screen.queryByText(en.checking.heading)).toBeNull()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: en.change.open }).disabled).toBe(false)
})
