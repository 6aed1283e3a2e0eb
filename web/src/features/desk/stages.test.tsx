import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { DeskEntrant, Tournament } from '@/api/generated'
import { queries } from '@/api/queries'
import { startTexts, texts } from '@/i18n'
import en from '@/i18n/en/desk'
import { Stages } from './stages'

const world = vi.hoisted(() => ({ asked: [] as unknown[], refused: false }))

vi.mock('@/api/generated', async (original) => ({
  ...(await original<object>()),
  registrationUpdateQualifiers: async (asked: object) => {
    world.asked.push(asked)
    if (world.refused)
      return { error: { code: 'qualifiers_changed', message: 'Changed elsewhere.' }, response: new Response(null, { status: 409 }) }
    return { data: { items: [{ entrantId: 11, name: 'Limes' }] }, response: new Response() }
  },
}))

const entrant = (id: number, name: string, status: DeskEntrant['status'] = 'join') =>
  ({ id, name, shortName: name.slice(0, 3), status, updatedAt: '2026-01-02T03:04:05Z' }) as DeskEntrant
const items = [entrant(11, 'Limes'), { ...entrant(12, 'Pomelos'), stages: [2] }, entrant(13, 'Kumquats', 'register')]
const tournament = { id: 7, phase: 'competition', stages: [{ name: null }, { name: 'Final' }] } as Tournament

beforeAll(async () => {
  await startTexts('en')
  await texts('desk')()
})

afterEach(cleanup)

it('puts who is found and chosen into the stage, with a reason, and shows who is in it then', async () => {
  render(
    <QueryClientProvider client={queries}>
      <Stages tournament={tournament} items={items} version={4} />
    </QueryClientProvider>,
  )
  const tick = (name: string) => screen.getByRole('checkbox', { name: new RegExp(`^${name}`) })
  expect(screen.getByText('Final: 1 team')).toBeDefined()
  // Only who was admitted can go on.
  expect(screen.queryByText('Kumquats')).toBeNull()
  const put = () => screen.getByRole('button', { name: /^Add to the stage/ })
  expect(put().hasAttribute('disabled')).toBe(true)
  fireEvent.click(tick('Limes'))
  // Searching on, what was chosen stays chosen.
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'pome' } })
  expect(screen.queryByText('Limes')).toBeNull()
  fireEvent.click(put())
  const dialog = screen.getByRole('dialog', { name: 'Add 1 team to Final?' })
  expect(within(dialog).getByText('Limes')).toBeDefined()
  const go = within(dialog).getByRole('button', { name: /^Add to the stage/ })
  fireEvent.click(go)
  expect(within(dialog).getByRole('alert').textContent).toBe(en.reason.needed)
  fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: 'won the replay' } })
  fireEvent.click(go)
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(world.asked).toEqual([{ path: { id: 7 }, body: { stage: 2, add: [11], reason: 'won the replay', version: 4 } }])
})

it('keeps what was ticked and written when somebody else was faster', async () => {
  world.refused = true
  world.asked.length = 0
  const page = (version: number) => (
    <QueryClientProvider client={queries}>
      <Stages tournament={tournament} items={items} version={version} />
    </QueryClientProvider>
  )
  const { rerender } = render(page(4))
  fireEvent.click(screen.getByRole('checkbox', { name: /^Limes/ }))
  fireEvent.click(screen.getByRole('button', { name: /^Add to the stage/ }))
  const dialog = within(screen.getByRole('dialog'))
  const reason = dialog.getByRole<HTMLTextAreaElement>('textbox')
  fireEvent.change(reason, { target: { value: 'won the replay' } })
  const go = dialog.getByRole('button', { name: /^Add to the stage/ })
  fireEvent.click(go)
  expect(await dialog.findByText('Changed elsewhere.')).toBeDefined()
  expect(reason.value).toBe('won the replay')
  world.refused = false
  rerender(page(5))
  fireEvent.click(go)
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(world.asked).toEqual(
    [4, 5].map((version) => ({ path: { id: 7 }, body: { stage: 2, add: [11], reason: 'won the replay', version } })),
  )
})
