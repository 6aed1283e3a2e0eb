import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { ConsoleEntry, Me, PasskeyInfo } from '@/api/generated'
import { queries } from '@/api/queries'
import { session } from '@/api/session'
import { startTexts, texts } from '@/i18n'
import { clearAlert } from '@/ui/alert'
import { FactorsPage } from './factors/factors-page'
import { ConsoleFrame } from './frame'
import { TodayPage } from './today/today-page'

vi.mock('./search/search-box', () => ({ SearchBox: () => <input aria-label="Search" /> }))
vi.mock('@/features/account/live-account', () => ({ useLiveAccount: () => undefined }))

const passkey = (id: number, name: string): PasskeyInfo => ({ id, name, createdAt: '2026-11-20T03:00:00Z' })
const entryOf = (passkeys: PasskeyInfo[]): ConsoleEntry => ({
  name: 'Nok',
  roles: ['support'],
  factors: { passkeys, totp: true, recoveryCodes: 2 },
  passkeysOffered: true,
  console: { endsAt: '2026-11-29T20:00:00Z', freshUntil: '2026-11-29T19:00:00Z' },
})

let entry = entryOf([])
let isFresh = true
const calls: string[] = []

const answer = (data: unknown) => ({ data, response: new Response() })

vi.mock('@/api/generated', async (original) => ({
  ...(await original<object>()),
  consoleGetEntry: async () => answer(entry),
  consoleGetToday: async () => answer({ work: [], at: '2026-11-29T18:04:00Z' }),
  consoleLeave: async () => {
    calls.push('leave')
    return answer((entry = { ...entry, console: null }))
  },
  consoleEnterByTotp: async () => {
    calls.push('factor')
    isFresh = true
    return answer(entry)
  },
  consoleRemovePasskey: async ({ body: { id } }: { body: { id: number } }) => {
    calls.push(`remove ${id}`)
    if (!isFresh) return { error: { code: 'factor_required', message: 'again' }, response: new Response(null, { status: 403 }) }
    return answer((entry = entryOf(entry.factors.passkeys.filter((kept) => kept.id !== id))))
  },
}))

beforeAll(async () => {
  await startTexts('en')
  await texts('console', 'consoleToday')()
})
beforeEach(() => {
  queries.clear()
  calls.length = 0
  isFresh = true
  entry = entryOf([passkey(1, 'Work laptop'), passkey(2, 'Key ring')])
  session.start('h.e.s', { id: 1, synced: true } as Me)
})
afterEach(() => {
  clearAlert()
  session.end(false)
})

async function show(path: string) {
  const root = createRootRoute()
  const frame = createRoute({ getParentRoute: () => root, path: '/console', component: ConsoleFrame })
  const page = (path: string, component: () => React.ReactNode) => createRoute({ getParentRoute: () => frame, path, component })
  const pages = [
    page('/', TodayPage),
    page('orders', () => <h1>All orders</h1>),
    page('money/refunds', () => <h1>All refunds</h1>),
    page('me', FactorsPage),
  ]
  const shop = createRoute({ getParentRoute: () => root, path: '/', component: () => <h1>The shop</h1> })
  const router = createRouter({
    routeTree: root.addChildren([shop, frame.addChildren(pages)]),
    history: createMemoryHistory({ initialEntries: [path] }),
  })
  await act(async () => {
    render(
      <QueryClientProvider client={queries}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>,
    )
    await router.load()
  })
  return router
}

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

it('begins with what waits today, and shows the rooms of one’s roles in the rail', async () => {
  const router = await show('/console')
  await heading('Today')
  const rail = screen.getByRole('navigation', { name: 'console' })
  expect(
    within(rail)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(['Today', 'Orders', 'Repairs', 'Support', 'Payment methods'])
  const current = () =>
    within(rail)
      .getAllByRole('link')
      .flatMap((link) => (link.ariaCurrent ? `${link.textContent} ${link.ariaCurrent}` : []))
  expect(current()).toEqual(['Today page'])
  await act(() => router.navigate({ to: '/console/orders' as '/' }))
  await heading('All orders')
  expect(current()).toEqual(['Orders page'])
  await act(() => router.navigate({ to: '/console/me' as '/' }))
  await heading('My second factors')
  expect(current()).toEqual([])
})

it('does not open a page of another role', async () => {
  await show('/console/money/refunds')
  await heading('Not with your roles')
  expect(screen.queryByText('All refunds')).toBeNull()
})

it('moves the focus to the page that is opened', async () => {
  const router = await show('/console/me')
  await heading('My second factors')
  await act(() => router.navigate({ to: '/console/orders' as '/' }))
  await heading('All orders')
  expect(document.activeElement?.id).toBe('main')
})

it('asks for a fresh factor before a passkey goes, and removes it then', async () => {
  isFresh = false
  await show('/console/me')
  fireEvent.click(await screen.findByRole('button', { name: 'Remove Key ring' }))
  const question = within(await screen.findByRole('dialog', { name: 'Remove the passkey “Key ring”?' }))
  question.getByText(/It no longer opens the console/)
  fireEvent.click(question.getByRole('button', { name: 'Remove' }))
  const again = within(await screen.findByRole('dialog', { name: 'Confirm once more' }))
  fireEvent.change(again.getByLabelText('Code from your authenticator app'), { target: { value: '123456' } })
  await vi.waitFor(() => expect(screen.queryByText('Key ring')).toBeNull())
  expect(calls).toEqual(['remove 2', 'factor', 'remove 2'])
  expect(screen.queryByRole('dialog')).toBeNull()
  screen.getByText('Work laptop')
})

it('leaves the console for the shop', async () => {
  await show('/console/orders')
  fireEvent.click(await screen.findByRole('button', { name: 'Menu of Nok' }))
  fireEvent.click(screen.getByRole('button', { name: 'Leave the console' }))
  await heading('The shop')
  expect(calls).toEqual(['leave'])
})
