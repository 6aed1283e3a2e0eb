import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { beforeAll, expect, it, vi } from 'vitest'
import type { DeskEntrant, Tournament } from '@/api/generated'
import { queries } from '@/api/queries'
import { startTexts, texts } from '@/i18n'
import en from '@/i18n/en/desk'
import { Stages } from './stages'

const world = vi.hoisted(() => ({ asked: [] as unknown[] }))

vi.mock('@/api/generated', async (original) => ({
  ...(await original<object>()),
  registrationUpdateQualifiers: async (asked: object) => {
    world.asked.push(asked)
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

it('puts who is found and chosen into the stage, with a reason, and shows who is in it then', async () => {
  render(
    <QueryClientProvider client={queries}>
      <Stages tournament={tournament} items={items} />
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
  expect(world.asked).toEqual([{ path: { id: 7 }, body: { stage: 2, add: [11], reason: 'won the replay' } }])
})
