import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Me, Subscription } from '@/api/generated'
import { queries } from '@/api/queries'
import { useSession } from '@/api/session'
import { startTexts, texts } from '@/i18n'
import type { Handlers } from '@/live'
import { SubscriptionsPage } from './subscriptions'

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
}))
vi.mock('../frames/account', () => ({
  AccountPage: ({ heading, children }: { heading: ReactNode; children: ReactNode }) => (
    <main>
      <h1>{heading}</h1>
      {children}
    </main>
  ),
}))

let handlers: Handlers = {}
vi.mock('@/live', async (original) => ({
  ...(await original<object>()),
  useTopic: (live: object | undefined, given: Handlers) => {
    if (live) handlers = given
  },
}))

const arcade: Subscription = {
  lineId: 3,
  orderNumber: 'MN-7F3K-29QD',
  productName: { th: 'คนเดียว รายเดือน', en: 'Single, monthly' },
  gameName: { th: 'อาร์เคดคลับ', en: 'Arcade Club' },
  gameSlug: 'arcade-club',
  kind: 'subscription',
  hue: 10,
  motif: 'rings',
  glyph: 'joystick',
  numberMasked: '08x-xxx-5678',
  status: 'active',
  activatedAt: '2026-11-21T07:41:00Z',
  expiresAt: '2026-12-21T07:41:00Z',
  nextRenewalAt: '2026-12-21T07:41:00Z',
  renews: true,
  cancellable: true,
  renewalPriceSatang: 9_900,
  version: 4,
}

let items: Subscription[] = []
const cancels: object[] = []
let refused: { status: number; code: string; message: string } | undefined

vi.mock('@/api/generated', async (original) => ({
  ...(await original<object>()),
  subscriptionsListSubscriptions: async () => ({ data: { items, total: items.length, page: 1, perPage: 20 }, response: new Response() }),
  subscriptionsCancelSubscription: async ({ body }: { body: object }) => {
    cancels.push(body)
    if (refused) return { error: refused, response: new Response(null, { status: refused.status }) }
    const { nextRenewalAt: _, ...rest } = arcade
    return { data: { ...rest, status: 'cancelled', cancellable: false, version: 5 }, response: new Response() }
  },
}))

beforeAll(async () => {
  await startTexts('en')
  await texts('numbers', 'account')()
})

beforeEach(() => {
  queries.clear()
  items = [arcade]
  cancels.length = 0
  refused = undefined
  useSession.setState({ status: 'member', me: { id: 1, live: { topic: 'user:1' } } as unknown as Me })
})

const show = () =>
  render(
    <QueryClientProvider client={queries}>
      <SubscriptionsPage />
    </QueryClientProvider>,
  )

const openDialog = async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel Single, monthly' }))
  return screen.getByRole('dialog', { hidden: true })
}
const confirm = (dialog: HTMLElement) => fireEvent.click(within(dialog).getByText('Cancel renewal'))

it('names the package, its seller, number and next renewal', async () => {
  show()
  await screen.findByText('Single, monthly')
  for (const text of ['Arcade Club', '08x-xxx-5678', 'Active', 'Next renewal', 'AIS bills ฿99 to this number']) screen.getByText(text)
})

it('says what cancelling does and until when it works, and shows it cancelled', async () => {
  show()
  const dialog = await openDialog()
  within(dialog).getByText('AIS will not renew it or bill 08x-xxx-5678 again.')
  within(dialog).getByText('It still works until 21 Dec 2026, then it ends by itself.')
  expect(cancels).toEqual([])
  confirm(dialog)
  await screen.findByText('Cancelled')
  expect(cancels).toEqual([{ lineId: 3, version: 4 }])
  screen.getByText('It will not renew again')
  expect(screen.queryByRole('button', { name: 'Cancel Single, monthly' })).toBeNull()
})

it('cancels by the newest state where it has just changed', async () => {
  show()
  const dialog = await openDialog()
  refused = { status: 409, code: 'subscription_changed', message: 'changed' }
  items = [{ ...arcade, expiresAt: '2027-01-20T07:41:00Z', version: 6 }]
  confirm(dialog)
  await screen.findByText('This has just changed. Check the details and try again.')
  await screen.findByText('It still works until 20 Jan 2027, then it ends by itself.')
  refused = undefined
  confirm(dialog)
  await waitFor(() =>
    expect(cancels).toEqual([
      { lineId: 3, version: 4 },
      { lineId: 3, version: 6 },
    ]),
  )
})

it('asks again when an order has changed', async () => {
  show()
  await screen.findByText('Active')
  items = [{ ...arcade, status: 'ended', cancellable: false, version: 7 }]
  handlers['purchase.changed']?.({} as never)
  await screen.findByText('Ended')
})

it('leads to the packages where there are none', async () => {
  items = []
  show()
  const link = await screen.findByText('See data packages')
  expect(link.getAttribute('href')).toBe('/games')
})
