import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Broadcast } from '@/api/generated'
import { queries } from '@/api/queries'
import { startTexts, texts } from '@/i18n'
import { Announce } from './announce'

const world = vi.hoisted(() => ({
  sent: [] as Array<{ text: string; clientId: string }>,
  answers: true,
  items: [] as Broadcast[],
  audience: { entrants: 3, people: 17 },
}))
const live = vi.hoisted(() => ({ handlers: {} as Record<string, (told: unknown) => void> }))

vi.mock('@/live', async (original) => ({
  ...(await original<object>()),
  useTopic: (_: unknown, handlers: typeof live.handlers) => {
    live.handlers = handlers
  },
}))
vi.mock('@/api/generated', async (original) => ({
  ...(await original<object>()),
  broadcastsList: async () => ({
    data: { items: world.items, total: world.items.length, page: 1, perPage: 10, audience: world.audience },
    response: new Response(),
  }),
  broadcastsSend: ({ body }: { body: { text: string; clientId: string } }) => {
    world.sent.push(body)
    return world.answers ? Promise.resolve({ data: {}, response: new Response() }) : new Promise(() => undefined)
  },
}))

beforeAll(async () => {
  await startTexts('en')
  await texts('messages')()
})
beforeEach(() => {
  sessionStorage.clear()
  Object.assign(world, { sent: [], answers: true, items: [] })
})
afterEach(() => {
  cleanup()
  queries.clear()
})

const show = () =>
  render(
    <QueryClientProvider client={queries}>
      <Announce tournamentId={7} live={undefined} />
    </QueryClientProvider>,
  )
const send = async () => {
  const announce = screen.getByRole<HTMLButtonElement>('button', { name: 'Announce…' })
  await waitFor(() => expect(announce.disabled).toBe(false))
  fireEvent.click(announce)
  await screen.findByText('Send to 17 people in 3 teams still playing?')
  fireEvent.click(await screen.findByRole('button', { name: 'Send announcement' }))
}

test('what was sent before a reload is not sent a second time under another name', async () => {
  world.answers = false
  show()
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Start at 7' } })
  await send()
  await waitFor(() => expect(world.sent).toHaveLength(1))
  cleanup()
  world.answers = true
  show()
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Start at 7')
  await send()
  await waitFor(() => expect(world.sent).toHaveLength(2))
  expect(world.sent[1]?.clientId).toBe(world.sent[0]?.clientId)
  await waitFor(() => expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe(''))
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Start at 7' } })
  await send()
  await waitFor(() => expect(world.sent).toHaveLength(3))
  expect(world.sent[2]?.clientId).not.toBe(world.sent[0]?.clientId)
})

const made = (id: number): Broadcast => ({
  id,
  text: `News ${id}`,
  createdAt: '2026-11-28T12:00:00Z',
  recipients: 40,
  delivered: 0,
  read: 0,
})

test('what another announces appears, and stays open when it has reached everybody', async () => {
  show()
  await waitFor(() => expect(queries.isFetching()).toBe(0))
  world.items = [made(9)]
  live.handlers['broadcast.progress']?.({ id: 9, recipients: 40, delivered: 0, read: 0 })
  const details = (await screen.findByText('News 9')).closest('details')
  expect(details?.open).toBe(true)
  world.items = [{ ...made(9), delivered: 40, read: 3, finishedAt: '2026-11-28T12:00:02Z' }]
  live.handlers['broadcast.progress']?.({ id: 9, recipients: 40, delivered: 40, read: 3, finishedAt: '2026-11-28T12:00:02Z' })
  await screen.findByText('Reached 40 of 40 · read by 3')
  expect(details?.open).toBe(true)
})
