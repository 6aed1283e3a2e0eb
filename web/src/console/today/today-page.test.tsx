import { focusManager, onlineManager, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { StaffRole, Work } from '@/api/generated'
import { queries } from '@/api/queries'
import { changeLanguage, startTexts, texts } from '@/i18n'
import { TodayPage } from './today-page'

const NOW = Date.parse('2026-11-29T11:04:00Z')
const MINUTE = 60_000
const ago = (minutes: number) => new Date(NOW - minutes * MINUTE).toISOString()

const staff = vi.hoisted(() => ({ roles: [] as StaffRole[] }))
const shop = vi.hoisted(() => ({ work: [] as Work[], refusal: undefined as { status: number; code: string } | undefined, asked: 0 }))

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  Link: ({ to, search, children, className }: { to: string; search?: Record<string, string>; children: ReactNode; className: string }) => (
    <a href={search ? `${to}?${new URLSearchParams(search)}` : to} className={className}>
      {children}
    </a>
  ),
}))
vi.mock('../entry/use-entry', () => ({ useEntry: () => ({ data: { roles: staff.roles } }) }))
vi.mock('@/api/generated', async (original) => ({
  ...(await original<object>()),
  consoleGetToday: async () => {
    shop.asked += 1
    const { refusal, work } = shop
    if (refusal) {
      const error = { code: refusal.code, message: 'We are slow today.' }
      return { error, response: new Response(null, { status: refusal.status }) }
    }
    return { data: { work, at: new Date().toISOString() }, response: new Response() }
  },
}))

beforeAll(async () => {
  await startTexts('en')
  await texts('consoleToday', 'consoleOrders')()
})
beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  queries.clear()
  staff.roles = ['support', 'content', 'catalogue', 'finance', 'esports', 'admin']
  Object.assign(shop, { work: [], refusal: undefined, asked: 0 })
})
afterEach(async () => {
  focusManager.setFocused(undefined)
  onlineManager.setOnline(true)
  vi.useRealTimers()
  await changeLanguage('en')
})

/** Some time, and a moment more for the answers of its last one to be shown. */
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms + 5))

async function show() {
  render(
    <QueryClientProvider client={queries}>
      <TodayPage />
    </QueryClientProvider>,
  )
  await pass(0)
}

const titles = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
const card = (title: string) => within(screen.getByRole('heading', { level: 3, name: title }).closest('li')!)

const ALL: readonly Work[] = [
  { kind: 'repair', count: 6, since: ago(60) },
  { kind: 'payment_checking', count: 1, since: ago(15) },
  { kind: 'channel_closed', count: 1, name: 'KBANK app' },
  { kind: 'partner_float', count: 1, name: 'Partner Alpha', since: ago(3) },
  { kind: 'voucher_stock', count: 0, name: 'Razer ฿100' },
  { kind: 'voucher_stock', count: 37, name: 'Steam ฿500' },
  { kind: 'code_claim', count: 2, since: ago(59) },
  { kind: 'refund', count: 1234, since: ago(300) },
  { kind: 'dispute', count: 1, since: ago(5 * 24 * 60) },
  { kind: 'unmatched_charge', count: 1, since: ago(1) },
  { kind: 'difference', count: 1, since: ago(1) },
  { kind: 'thread', count: 5, since: ago(42) },
  { kind: 'tournament_stuck', count: 1, since: ago(31 * 60) },
  { kind: 'match_dispute', count: 1, since: ago(0) },
  { kind: 'message_report', count: 1, since: ago(1) },
  { kind: 'application', count: 2, since: ago(1) },
  { kind: 'job_failed', count: 3, since: ago(1) },
]

it('shows a card per kind in the order of the answer, each with its number', async () => {
  shop.work = [...ALL]
  await show()
  expect(titles()).toEqual([
    '6 items could not be delivered',
    '1 payment is unclear',
    '1 payment method is closed',
    'Balance is low at 1 partner',
    '2 products are short of codes',
    '2 codes did not work',
    '1,234 refunds are due',
    '1 payment is disputed',
    '1 charge matches no order',
    '1 difference is unexplained',
    '5 conversations wait for an answer',
    '1 tournament is stuck',
    '1 match is disputed',
    '1 message was reported',
    '2 people want to run tournaments',
    '3 background jobs were given up',
  ])
  screen.getByText('16 things, those that cost customers most first')
  const stock = card('2 products are short of codes')
  expect(stock.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Razer ฿100none left', 'Steam ฿50037 codes left'])
  card('1 payment method is closed').getByText('KBANK app')
  card('Balance is low at 1 partner').getByText('balance read 29 Nov 2026 18:01')
})

it('says how long the oldest waits, amber once it is late and red once it is overdue', async () => {
  shop.work = [...ALL]
  await show()
  const age = (title: string, text: string) => card(title).getByText(text).className
  expect(age('6 items could not be delivered', 'oldest 1 h')).toContain('text-red')
  expect(age('1 payment is unclear', 'waiting 15 min')).toContain('text-amber')
  expect(age('2 codes did not work', 'oldest 59 min')).toContain('text-mute')
  expect(age('1 tournament is stuck', 'waiting 1 day 7 h')).toContain('text-amber')
  expect(age('1 match is disputed', 'just now')).toContain('text-mute')
  // No answer is needed for the time to go on.
  shop.refusal = { status: 500, code: 'internal' }
  await pass(MINUTE)
  expect(age('2 codes did not work', 'oldest 1 h')).toContain('text-amber')
})

it('leads to where the work is done', async () => {
  shop.work = [...ALL]
  await show()
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/console/repairs',
    '/console/orders?need=checking',
    '/console/channels',
    '/console/repairs',
    '/console/money/refunds',
    '/console/orders?need=dispute',
    '/console/money/unmatched',
    '/console/money/reconciliations',
    '/console/threads?state=waiting',
    '/console/promoters',
  ])
  for (const title of ['1 match is disputed', '3 background jobs were given up']) expect(card(title).queryByRole('link')).toBeNull()
})

it('has no link to a room that the user’s roles do not open', async () => {
  staff.roles = ['esports']
  shop.work = [...ALL]
  await show()
  expect(titles()).toHaveLength(16)
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Decide'])
})

it('is kind when nothing waits', async () => {
  await show()
  screen.getByText('Nothing needs you right now. When something does, it shows up here by itself.')
  screen.getByText('as of 18:04')
  expect(screen.queryByRole('heading', { level: 2 })).toBeNull()
})

it('reads again every 15 seconds while it is visible, and when it becomes so', async () => {
  await show()
  expect(shop.asked).toBe(1)
  shop.work = [{ kind: 'thread', count: 1, since: ago(0) }]
  await pass(15_000)
  expect(shop.asked).toBe(2)
  expect(titles()).toEqual(['1 conversation waits for an answer'])
  act(() => focusManager.setFocused(false))
  await pass(60_000)
  expect(shop.asked).toBe(2)
  act(() => focusManager.setFocused(true))
  await pass(0)
  expect(shop.asked).toBe(3)
  screen.getByText('as of 18:05')
})

it('keeps what it has when it cannot be read again, and says so until it can', async () => {
  shop.work = [{ kind: 'thread', count: 5, since: ago(42) }]
  await show()
  shop.refusal = { status: 500, code: 'internal' }
  await pass(60_000)
  expect(titles()).toEqual(['5 conversations wait for an answer'])
  const said = () => screen.getByRole('status').textContent
  expect(said()).toBe('This could not be refreshed and is as of 18:04. We are slow today.')
  shop.refusal = undefined
  fireEvent.click(screen.getByRole('button', { name: 'Refresh' }))
  await pass(0)
  expect(said()).toBe('')
  screen.getByText('as of 18:05')
})

it('says so as well when the browser is offline', async () => {
  shop.work = [{ kind: 'thread', count: 5, since: ago(42) }]
  await show()
  act(() => onlineManager.setOnline(false))
  await pass(15_000)
  expect(titles()).toEqual(['5 conversations wait for an answer'])
  expect(screen.getByRole('status').textContent).toMatch(/^This could not be refreshed and is as of 18:04. No connection/)
  act(() => onlineManager.setOnline(true))
  await pass(0)
  expect(screen.getByRole('status').textContent).toBe('')
})

it('shows the problem when there is nothing to keep, and goes on after it', async () => {
  shop.refusal = { status: 503, code: 'internal' }
  await show()
  await pass(5_000)
  screen.getByText('We are slow today.')
  shop.refusal = undefined
  await pass(15_000)
  screen.getByText(/Nothing needs you/)
})

it('does not go on asking once it is refused', async () => {
  await show()
  shop.refusal = { status: 401, code: 'console_required' }
  await pass(15_000)
  const { asked } = shop
  await pass(60_000)
  expect(shop.asked).toBe(asked)
  shop.refusal = undefined
  // As after the second factor.
  await act(() => queries.refetchQueries({ type: 'active' }))
  await pass(15_000)
  expect(shop.asked).toBe(asked + 2)
})

it('has its words for every kind in Thai too', async () => {
  await changeLanguage('th')
  shop.work = [...ALL]
  await show()
  const cards = screen.getAllByRole('heading', { level: 3 }).map((title) => title.closest('li')!)
  expect(cards).toHaveLength(16)
  for (const one of cards) {
    expect(one.querySelector('h3')?.textContent).toMatch(/\d.*[ก-๙]|[ก-๙].*\d/)
    expect(one.querySelector('p')?.textContent).toMatch(/[ก-๙]/)
  }
  for (const link of screen.getAllByRole('link')) expect(link.textContent).toMatch(/[ก-๙]/)
})
