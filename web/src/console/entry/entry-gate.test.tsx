import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { ConsoleEntry, Me } from '@/api/generated'
import { answerOf } from '@/api/problem'
import { queries } from '@/api/queries'
import { session } from '@/api/session'
import { startTexts, texts } from '@/i18n'
import { EntryGate } from './entry-gate'
import { waysIn } from './prove'

const none: ConsoleEntry = {
  name: 'Nok',
  roles: ['support'],
  factors: { passkeys: [], totp: false, recoveryCodes: 0 },
  passkeysOffered: true,
}
const known: ConsoleEntry = { ...none, factors: { passkeys: [], totp: true, recoveryCodes: 8 } }
const inside = (entry: ConsoleEntry): ConsoleEntry => ({
  ...entry,
  console: { endsAt: '2026-11-29T20:00:00Z', freshUntil: '2026-11-29T19:00:00Z' },
})

/** What the server answers about the entry; a string is the code of a refusal. */
let entry: ConsoleEntry | 'staff_required' = none
let pageRefused = false
const given: string[] = []

const answer = (data: unknown) => ({ data, response: new Response() })
const refusal = (code: string, status = 403) => ({ error: { code, message: `refused: ${code}` }, response: new Response(null, { status }) })

vi.mock('@/api/generated', async (original) => ({
  ...(await original<object>()),
  consoleGetEntry: async () => (typeof entry === 'string' ? refusal(entry) : answer(entry)),
  consoleBeginTotp: async () => answer({ secret: 'ABCDEFGH', url: 'otpauth://totp/Manao:nok?secret=ABCDEFGH' }),
  consoleConfirmTotp: async () => answer((entry = { ...inside(known), recoveryCodes: ['AAAA-BBBB-CCCC', 'DDDD-EEEE-FFFF'] })),
  consoleEnterByTotp: async ({ body: { code } }: { body: { code: string } }) => {
    given.push(code)
    if (code !== '123456') return refusal('factor_invalid', 409)
    pageRefused = false
    return answer((entry = inside(known)))
  },
  consoleListRepairs: async () => (pageRefused ? refusal('console_required') : answer('seven repairs')),
}))

beforeAll(async () => {
  await startTexts('en')
  await texts('console')()
})
beforeEach(() => {
  queries.clear()
  given.length = 0
  pageRefused = false
  session.start('h.e.s', { id: 1, synced: true } as Me)
})
afterEach(() => session.end(false))

/** A page of the console with a field, and a list that it reads. */
function Page() {
  const { data } = useQuery({
    queryKey: ['repairs'],
    queryFn: async () =>
      answerOf((await import('@/api/generated')).consoleListRepairs() as unknown as Promise<{ data: string; response: Response }>),
    retry: false,
  })
  return (
    <>
      <h1>Repairs</h1>
      <input aria-label="Note" />
      <p>{data}</p>
    </>
  )
}

async function show() {
  const root = createRootRoute({ component: () => <EntryGate>{() => <Page />}</EntryGate> })
  const router = createRouter({ routeTree: root, history: createMemoryHistory({ initialEntries: ['/console/repairs'] }) })
  await act(async () => {
    render(
      <QueryClientProvider client={queries}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>,
    )
    await router.load()
  })
}

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const type = (text: string) => fireEvent.change(screen.getByLabelText('Code from your authenticator app'), { target: { value: text } })

it('sends a visitor to the login and back', async () => {
  session.end(false)
  await show()
  await heading('Enter the console')
  const { pathname, searchParams } = new URL(screen.getByRole<HTMLAnchorElement>('link', { name: 'Log in' }).href)
  expect([pathname, searchParams.get('returnTo')?.replaceAll('"', '')]).toEqual(['/auth/login', '/console/repairs'])
})

it('tells people without a role that the console is not for them', async () => {
  entry = 'staff_required'
  await show()
  await screen.findByText(/The console is for our staff only/)
  expect(screen.queryByText('Repairs')).toBeNull()
})

it('sets up the first factor, and shows the recovery codes before the console', async () => {
  entry = none
  await show()
  await heading('Set up your second factor')
  const [, app] = screen.getAllByRole('listitem')
  fireEvent.click(within(app as HTMLElement).getByRole('button', { name: 'Set up' }))
  fireEvent.click(screen.getByRole('button', { name: 'Set up' }))
  await screen.findByText('ABCD EFGH')
  type('12 34 56')
  await heading('Your recovery codes')
  screen.getByText('DDDD-EEEE-FFFF')
  expect(queries.getQueryData(['console', 'entry'])).not.toHaveProperty('recoveryCodes')
  fireEvent.click(screen.getByRole('button', { name: 'I have kept them' }))
  await heading('Repairs')
})

it('takes the code as soon as it is complete, and asks again after a wrong one', async () => {
  entry = known
  await show()
  await heading('Confirm that it is you')
  type('65432')
  expect(given).toEqual([])
  type('654321')
  await screen.findByText('refused: factor_invalid')
  type('๑๒๓๔๕๖')
  await heading('Repairs')
  expect(given).toEqual(['654321', '123456'])
})

it('lets people who were idle come in again, with their page as they left it', async () => {
  entry = inside(known)
  await show()
  await screen.findByText('seven repairs')
  fireEvent.change(screen.getByLabelText('Note'), { target: { value: 'half a note' } })
  entry = known
  pageRefused = true
  await act(() => queries.refetchQueries({ queryKey: ['repairs'] }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }))
  dialog.getByText(/Your session in the console has ended/)
  type('123456')
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByLabelText<HTMLInputElement>('Note').value).toBe('half a note')
  await vi.waitFor(() => expect(queries.getQueryState(['repairs'])?.status).toBe('success'))
})

it('offers the surest way in that the browser has', () => {
  const passkey = { id: 1, name: 'Work laptop', createdAt: '2026-11-29T10:00:00Z' }
  const all = { passkeys: [passkey], totp: true, recoveryCodes: 2 }
  expect(waysIn(all, true)).toEqual(['passkey', 'totp', 'recovery'])
  expect(waysIn(all, false)).toEqual(['totp', 'recovery'])
  expect(waysIn({ ...all, totp: false, recoveryCodes: 0 }, false)).toEqual([])
})
