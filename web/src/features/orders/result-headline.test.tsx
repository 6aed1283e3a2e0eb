import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeAll, expect, it, vi } from 'vitest'
import type { Order } from '@/api/generated'
import { queries } from '@/api/queries'
import { startTexts, texts } from '@/i18n'
import en from '@/i18n/en/orders'
import { ResultActions, ResultHeadline } from './result-headline'

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useNavigate: () => vi.fn(),
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
}))

beforeAll(async () => {
  await startTexts('en')
  await texts('orders')()
})

const order = (changed: object): Order =>
  ({
    number: 'MN-1',
    status: 'incomplete',
    channel: 'promptpay',
    paymentFlow: 'code',
    lines: [{ gameSlug: 'free-fire', delivery: {} }],
    ...changed,
  }) as unknown as Order

const AT = '2026-11-21T07:41:00Z'

it.each([
  [{}, en.result.incomplete, en.result.incompleteText, en.result.again],
  [{ cancelledAt: AT }, en.result.cancelled, en.result.cancelledText, en.result.again],
  [{ payment: { status: 'mismatch' } }, en.result.mismatch, en.result.mismatchText, en.result.support],
  [{ payment: { status: 'mismatch' }, cancelledAt: AT }, en.result.mismatch, en.result.mismatchText, en.result.support],
  [{ payment: { status: 'mismatch' }, status: 'pending' }, en.result.mismatch, en.result.mismatchText, en.result.support],
  [{ status: 'pending' }, en.result.waiting, en.result.waitingText, en.result.toPay],
  [
    { payment: { status: 'captured', amountSatang: 4_900, refundedSatang: 4_900 }, status: 'error', paidAt: AT },
    en.result.paidBack,
    en.result.paidBackText,
    en.result.again,
  ],
  [
    { payment: { status: 'captured', amountSatang: 4_900, refundedSatang: 900 }, status: 'error', paidAt: AT },
    en.result.error,
    en.result.errorText,
    en.result.support,
  ],
  [
    { payment: { status: 'captured', amountSatang: 4_900 }, status: 'error', paidAt: AT, lines: [{ delivery: { status: 'closed' } }] },
    en.result.closed,
    en.result.closedText,
    en.result.support,
  ],
  [
    { payment: { status: 'captured', amountSatang: 4_900, disputedAt: AT }, status: 'error', paidAt: AT },
    en.result.disputed,
    en.result.disputedText,
    en.result.support,
  ],
  [
    { status: 'error', paidAt: AT, lines: [{ delivery: { status: 'repair' }, correctable: { refund: true } }] },
    en.result.choose,
    en.result.chooseText,
    undefined,
  ],
  [{ status: 'pending', paymentChecking: true }, en.result.checking, en.result.checkingText, undefined],
  // A delivery is never withdrawn; the timeline shows the money.
  [
    { payment: { status: 'captured', amountSatang: 4_900, refundedSatang: 4_900 }, status: 'completed', paidAt: AT },
    en.result.completed,
    en.result.completedText,
    en.result.again,
  ],
  // Paid by another attempt than the one whose amount differed
  [{ payment: { status: 'mismatch' }, status: 'completed', paidAt: AT }, en.result.completed, en.result.completedText, en.result.again],
])('says what became of the order: %o', (changed, title, text, way) => {
  render(
    <QueryClientProvider client={queries}>
      <ResultHeadline order={order(changed)} />
      <ResultActions order={order(changed)} />
    </QueryClientProvider>,
  )
  expect(screen.getByRole('heading').textContent).toBe(title)
  screen.getByText(text)
  expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual([
    ...(way === undefined ? [] : [way]),
    en.result.purchases,
    ...(way === en.result.support ? [] : [en.result.report]),
  ])
})
