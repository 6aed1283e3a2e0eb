import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { queries } from '@/api/queries'
import { useSession } from '@/api/session'
import { startTexts, texts } from '@/i18n'
import en from '@/i18n/en/orders'
import { ResultPage } from '@/pages/purchase/result'

const AT = '2026-11-21T07:41:00Z'
const BANK = 'https://bank.example/authorize'
const NAME = { th: 'K PLUS', en: 'K PLUS' }

const world = vi.hoisted(() => ({
  calls: [] as string[],
  /** Changes of the order, or the status of a refusal. */
  returned: {} as object | number,
  owned: undefined as object | undefined,
}))

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  Link: ({ to, search, children }: { to: string; search?: object; children: ReactNode }) => (
    <a href={to} title={JSON.stringify(search)}>
      {children}
    </a>
  ),
  useNavigate: () => vi.fn(),
  useSearch: () => ({ number: 'MN-1', state: 's' }),
  useRouterState: () => '/purchase/result?number=MN-1&state=s',
}))

vi.mock('@/api/generated', async (original) => {
  const refused = (status: number, code: string) => ({ error: { status, code, message: code }, response: new Response(null, { status }) })
  return {
    ...(await original<object>()),
    purchaseReturned: async ({ body }: { body: { number: string; state: string } }) => {
      world.calls.push(`returned ${body.number} ${body.state}`)
      const { returned } = world
      if (typeof returned === 'number') return refused(returned, 'order_not_found')
      return { data: order(returned), response: new Response() }
    },
    purchaseGetById: async () => (world.owned ? { data: order(world.owned), response: new Response() } : refused(404, 'order_not_found')),
    purchaseCheckOrder: async () => {
      world.calls.push('check')
      return { data: order({ ...world.owned, version: 2 }), response: new Response() }
    },
  }
})

const order = (changed: object) => ({
  number: 'MN-1',
  version: 1,
  status: 'pending',
  channel: 'kbank',
  channelName: NAME,
  nameAtBank: 'OPN*MANAO',
  paymentFlow: 'redirect',
  createdAt: AT,
  expiresAt: '2099-01-01T00:00:00Z',
  totalSatang: 12_900,
  discountSatang: 0,
  vatSatang: 0,
  payment: { status: 'awaiting', authorizeUrl: BANK, nameAtBank: 'OPN*MANAO' },
  lines: [
    {
      id: 1,
      gameSlug: 'game',
      name: { th: 'เพชร', en: 'Diamonds' },
      gameName: { th: 'เกม', en: 'Game' },
      quantity: 1,
      deliveryStatus: 'delivered',
      delivery: { status: 'waiting' },
    },
  ],
  timeline: [
    { step: 'code_shown', state: 'done', at: AT },
    { step: 'paid', state: 'current' },
  ],
  ...changed,
})

const page = (status: 'guest' | 'member', returned: object | number = {}) => {
  world.returned = returned
  useSession.setState({ status, me: status === 'member' ? ({ id: 7 } as never) : undefined })
  render(
    <QueryClientProvider client={queries}>
      <ResultPage />
    </QueryClientProvider>,
  )
}
const ASKING = 'K PLUS hasn’t answered yet'
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

beforeAll(async () => {
  await startTexts('en')
  await texts('orders', 'common')()
})
beforeEach(() => {
  world.calls.length = 0
  world.owned = undefined
  queries.clear()
})

it('asks the bank for a guest, who sees nothing personal and can sign in', async () => {
  page('guest')
  await heading(ASKING)
  screen.getByText('OPN*MANAO')
  expect(screen.getByRole('link', { name: 'Back to K PLUS' }).getAttribute('href')).toBe(BANK)
  screen.getByRole('heading', { name: en.returned.signedOut })
  const signIn = screen.getByRole('link', { name: en.returned.signIn })
  expect(signIn.title, 'and comes back here').toContain('/purchase/result?number=MN-1&state=s')
  expect(screen.queryByText(/fail|didn’t go through/i), 'nothing has failed').toBeNull()
  await waitFor(() => expect(world.calls.length, 'it goes on asking').toBeGreaterThan(1))
})

it.each([
  [{ paidAt: AT, payment: { status: 'captured' } }, en.step.paid, en.result.pending],
  [{ paidAt: AT, status: 'completed', payment: { status: 'captured' } }, en.result.completed, en.delivery.delivered],
  [{ payment: { status: 'failed', failureCode: 'insufficient_balance' } }, en.returned.failed, en.redirectFailure.insufficient_balance],
  [{ payment: { status: 'expired' } }, en.returned.expired, en.redirect.expired],
  [{ status: 'incomplete', payment: { status: 'expired' } }, en.result.incomplete, en.result.incompleteText],
  [{ status: 'incomplete', cancelledAt: AT }, en.result.cancelled, en.result.cancelledText],
  [{ payment: { status: 'mismatch' } }, en.result.mismatch, en.result.mismatchText],
])('says the outcome to a guest: %o', async (changed, title, text) => {
  page('guest', changed)
  await heading(title)
  screen.getByText(text)
  expect(screen.queryByRole('heading', { name: ASKING })).toBeNull()
})

it('stops asking once the order is over', async () => {
  page('guest', { paidAt: AT, status: 'completed' })
  await heading(en.result.completed)
  await new Promise((wait) => setTimeout(wait, 700))
  expect(world.calls).toHaveLength(1)
})

it('says that a wrong state leads to no order, and asks no more', async () => {
  page('guest', 404)
  await screen.findByText(en.returned.wrong)
  screen.getByRole('link', { name: en.returned.track })
  await new Promise((wait) => setTimeout(wait, 700))
  expect(world.calls).toHaveLength(1)
})

it('shows another account only what the link allows', async () => {
  page('member')
  await heading(ASKING)
  screen.getByRole('heading', { name: en.returned.otherAccount })
  expect(world.calls).toContain('returned MN-1 s')
})

it('asks the bank for the buyer, on the full page', async () => {
  world.owned = {}
  page('member')
  await heading(ASKING)
  await waitFor(() => expect(world.calls).toContain('check'))
  expect(world.calls).not.toContain('returned MN-1 s')
  screen.getByRole('button', { name: en.asking.changeWay })
  screen.getByRole('region', { name: en.result.lines })
})

it('says to the buyer that the payment failed, and leads on', async () => {
  world.owned = { payment: { status: 'failed', failureCode: 'payment_rejected' } }
  page('member')
  await heading(en.returned.failed)
  screen.getByText(en.redirectFailure.payment_rejected)
  screen.getByRole('link', { name: en.result.toPay })
})
