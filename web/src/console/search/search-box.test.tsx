import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { ApiProblem } from '@/api/problem'
import { queries } from '@/api/queries'
import { startTexts, texts } from '@/i18n'
import { SearchBox } from './search-box'
import type { SearchHit } from '@/api/generated'

const navigate = vi.fn()

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  Link: ({ children, id, role, onClick, ...rest }: { children: ReactNode; id: string; role: string; onClick: () => void }) => (
    <a href="/" id={id} role={role} aria-selected={'aria-selected' in rest && rest['aria-selected'] === true} onClick={onClick}>
      {children}
    </a>
  ),
  useNavigate: () => navigate,
  useRouter: () => ({
    buildLocation: ({ params }: { params: { number: string } }) => ({ publicHref: `/console/orders/${params.number}` }),
  }),
}))

const hit = (number: string): SearchHit => ({
  kind: 'order',
  key: number,
  title: number,
  status: 'completed',
  by: 'number',
  at: '2026-11-28T03:00:00Z',
})

/** Answers by text; the test decides when each one comes. */
const asked = new Map<string, { answer: (hits: SearchHit[]) => void; fail: (problem: ApiProblem) => void }>()

vi.mock('./shape', () => ({
  findEverything: (q: string) => new Promise((answer, fail) => asked.set(q, { answer, fail })),
}))

beforeAll(async () => {
  await startTexts('en')
  await texts('consoleOrders')()
})
beforeEach(() => {
  queries.setDefaultOptions({ queries: { retry: false } })
  asked.clear()
})
afterEach(() => {
  queries.clear()
  vi.clearAllMocks()
})

function show(): HTMLElement {
  render(
    <QueryClientProvider client={queries}>
      <SearchBox />
    </QueryClientProvider>,
  )
  return screen.getByRole('combobox')
}

const type = (field: HTMLElement, text: string) => {
  fireEvent.focus(field)
  fireEvent.change(field, { target: { value: text } })
}
const isAsked = (text: string) => vi.waitFor(() => expect(asked.has(text)).toBe(true))
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)

it('drops an answer that comes after that for a later text, and dims the earlier results meanwhile', async () => {
  const field = show()
  type(field, 'MN-1')
  await isAsked('MN-1')
  type(field, 'MN-12')
  await isAsked('MN-12')
  asked.get('MN-12')?.answer([hit('MN-12')])
  await screen.findByRole('option', { name: /MN-12/ })
  asked.get('MN-1')?.answer([hit('MN-1')])
  await vi.waitFor(() => expect(queries.isFetching()).toBe(0))
  expect(options()).toHaveLength(1)
  expect(options()[0]).toContain('MN-12')
  type(field, 'MN-123')
  expect(screen.getByRole('listbox').className).toContain('opacity')
  expect(screen.getByText('Searching')).toBeTruthy()
  await isAsked('MN-123')
  asked.get('MN-123')?.answer([])
  await screen.findByText('Nothing found for “MN-123”')
  expect(options()).toEqual([])
})

it('opens by keys: the chosen result, in a new tab with Ctrl, and the first one if Enter came before the answer', async () => {
  const openTab = vi.spyOn(window, 'open').mockReturnValue(null)
  const field = show()
  type(field, 'MN-7')
  // Before the pause is over: asked at once.
  fireEvent.keyDown(field, { key: 'Enter' })
  await isAsked('MN-7')
  expect(navigate).not.toHaveBeenCalled()
  asked.get('MN-7')?.answer([hit('MN-7'), hit('MN-70')])
  await vi.waitFor(() => expect(navigate).toHaveBeenCalledWith({ to: '/console/orders/$number', params: { number: 'MN-7' } }))
  fireEvent.focus(field)
  fireEvent.keyDown(field, { key: 'ArrowDown' })
  const chosen = document.getElementById(field.getAttribute('aria-activedescendant') ?? '-')
  expect(chosen?.textContent).toContain('MN-70')
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true })
  expect(openTab).toHaveBeenCalledWith('/console/orders/MN-70', '_blank', 'noopener')
})

it('does not open what somebody no longer waits for', async () => {
  const field = show()
  type(field, 'MN-8')
  fireEvent.keyDown(field, { key: 'Enter' })
  await isAsked('MN-8')
  fireEvent.keyDown(field, { key: 'Escape' })
  asked.get('MN-8')?.answer([hit('MN-8')])
  await vi.waitFor(() => expect(queries.isFetching()).toBe(0))
  expect(navigate).not.toHaveBeenCalled()
  expect(field.getAttribute('aria-expanded')).toBe('false')
})

it('says why nothing came, and asks again', async () => {
  const field = show()
  type(field, 'MN-9')
  await isAsked('MN-9')
  asked.get('MN-9')?.fail(new ApiProblem(500, { message: 'It broke' }))
  await screen.findByText('It broke')
  asked.clear()
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await isAsked('MN-9')
  asked.get('MN-9')?.answer([hit('MN-9')])
  await screen.findByRole('option')
})

it('gets the focus by a slash, also on a Thai keyboard, but not from a field; by Ctrl-K from anywhere', () => {
  const field = show()
  const other = document.body.appendChild(document.createElement('textarea'))
  other.focus()
  fireEvent.keyDown(other, { key: '/', code: 'Slash' })
  expect(document.activeElement).toBe(other)
  fireEvent.keyDown(other, { key: 'า', code: 'KeyK', ctrlKey: true })
  expect(document.activeElement).toBe(field)
  field.blur()
  fireEvent.keyDown(document.body, { key: 'ฝ', code: 'Slash' })
  expect(document.activeElement).toBe(field)
  other.remove()
})
