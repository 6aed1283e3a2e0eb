import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Order } from '@/api/generated'
import { queries } from '@/api/queries'
import { startTexts, texts } from '@/i18n'
import { Confirm } from './by-number'
import { stageOf } from './stage'

interface Refusal {
  status: number
  code: string
  message: string
  retryAfter?: number
}

let refused: Refusal | undefined
let codes: string[] = []

const answered = () => {
  if (!refused) return { data: order({}), response: new Response() }
  const headers: Record<string, string> = refused.retryAfter === undefined ? {} : { 'retry-after': String(refused.retryAfter) }
  return { error: refused, response: new Response(null, { status: refused.status, headers }) }
}

vi.mock('@tanstack/react-router', async (original) => ({ ...(await original<object>()), useNavigate: () => vi.fn() }))

vi.mock('@/api/generated', async (original) => ({
  ...(await original<object>()),
  purchaseConfirmOrder: async ({ body }: { body: { number: string; code: string } }) => {
    codes.push(`${body.number} ${body.code}`)
    return answered()
  },
  purchaseUpdateOrderStatus: async () => answered(),
  purchaseGetById: async () => answered(),
}))

const order = (changed: object): Order =>
  ({
    number: 'MN-1',
    version: 1,
    status: 'pending',
    channel: 'ais_prepaid',
    paymentFlow: 'otp',
    // Long ago by every clock.
    createdAt: '2020-01-01T00:00:00Z',
    payment: { reference: 'MN-1-1', status: 'awaiting', createdAt: '2020-01-01T00:00:00Z' },
    lines: [],
    timeline: [],
    ...changed,
  }) as unknown as Order

beforeAll(async () => {
  await startTexts('en')
  await texts('orders', 'mobile')()
})

beforeEach(() => {
  refused = undefined
  codes = []
})
afterEach(() => queries.clear())

function shown() {
  render(
    <QueryClientProvider client={queries}>
      <Confirm order={order({})} />
    </QueryClientProvider>,
  )
  const field = screen.getByLabelText<HTMLInputElement>('Verification code')
  return { field, type: (value: string) => fireEvent.change(field, { target: { value } }) }
}

it('sends a code with its sixth digit, once, and waits for the money', async () => {
  const { field, type } = shown()
  type('12345')
  expect(codes).toEqual([])
  type('๑๒๓ 456')
  expect(field.value).toBe('123456')
  await screen.findByRole('button', { name: 'Confirming with the operator' })
  type('654321')
  fireEvent.submit(field)
  expect(field.value, 'nothing changes meanwhile').toBe('123456')
  expect(codes).toEqual(['MN-1 123456'])
})

it('takes a wrong code away and says how many tries are left', async () => {
  refused = { status: 422, code: 'otp_wrong', message: 'Tries left: 4.' }
  const { field, type } = shown()
  type('123456')
  expect((await screen.findByRole('alert')).textContent).toBe('Tries left: 4.')
  expect(field.value).toBe('')
})

it('keeps the code when the operator is away, to be sent again', async () => {
  refused = { status: 503, code: 'telecom_unavailable', message: 'The operator is away.' }
  const { field, type } = shown()
  type('123456')
  expect((await screen.findByRole('alert')).textContent).toBe('The operator is away.')
  expect(field.value).toBe('123456')
  refused = undefined
  fireEvent.click(screen.getByRole('button', { name: 'Confirm' }))
  await waitFor(() => expect(codes).toEqual(['MN-1 123456', 'MN-1 123456']))
  expect(screen.queryByRole('alert')).toBeNull()
})

it('counts down until there may be another code', async () => {
  refused = { status: 429, code: 'too_many_requests', message: 'Please wait.', retryAfter: 60 }
  shown()
  const again = await screen.findByRole<HTMLButtonElement>('button', { name: 'Resend code' })
  // It is there before the clock has been read.
  await waitFor(() => expect(again.disabled).toBe(false))
  fireEvent.click(again)
  expect((await screen.findByRole('alert')).textContent).toBe('Please wait.')
  const wait = await screen.findByRole<HTMLButtonElement>('button', { name: /^Resend in 0(1:00|0:[0-5]\d)$/ })
  expect(wait.disabled).toBe(true)
})

it('knows how an order stands', () => {
  const payment = (status: string) => ({ payment: { status } })
  expect(stageOf(order(payment('created')))).toBe('preparing')
  expect(stageOf(order(payment('awaiting')))).toBe('awaiting')
  expect(stageOf(order({ ...payment('captured'), paidAt: '2026-11-21T07:41:00Z' }))).toBe('paid')
  for (const status of ['failed', 'expired', 'mismatch']) expect(stageOf(order(payment(status)))).toBe('over')
  expect(stageOf(order({ ...payment('awaiting'), status: 'incomplete' }))).toBe('over')
})
