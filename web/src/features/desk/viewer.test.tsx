import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeAll, expect, it, vi } from 'vitest'
import type { DeskEntrant, Tournament } from '@/api/generated'
import { queries } from '@/api/queries'
import { startTexts, texts } from '@/i18n'
import { Viewer } from './viewer'

const { check, listDocuments } = vi.hoisted(() => ({ check: vi.fn(), listDocuments: vi.fn() }))
vi.mock('@/api/generated', async (original) => ({
  ...(await original<object>()),
  registrationListDocuments: listDocuments,
  registrationCheckDocument: async ({ body }: { body: { userId: number; valid: boolean } }) => {
    check(body)
    return { data: { version: 2 }, response: new Response() }
  },
  profileViewDocument: async () => ({ data: new Blob(), response: new Response() }),
}))

const player = (userId: number) => ({
  userId,
  displayName: `Player ${userId}`,
  gameId: String(userId),
  role: 'main',
  left: false,
  ready: true,
  missing: [],
  documents: [{ kind: 'student_card', documentId: `document-${userId}` }],
})
const tournament = { id: 7, phase: 'register' } as Tournament
const entrant = { id: 1, name: 'Bangkok Limes', status: 'register', version: 1 } as DeskEntrant

beforeAll(async () => {
  await startTexts('en')
  await texts('desk', 'registration', 'tournaments')()
  URL.createObjectURL = () => 'blob:document'
  URL.revokeObjectURL = () => {}
})

it('accepts the next document while the entry is still being read again', async () => {
  listDocuments
    .mockResolvedValueOnce({ data: { players: [player(1), player(2)] }, response: new Response() })
    .mockReturnValue(new Promise(() => {}))
  render(
    <QueryClientProvider client={queries}>
      <Viewer tournament={tournament} entrant={entrant} decides onClose={() => {}} onGo={() => {}} />
    </QueryClientProvider>,
  )
  const panel = screen.getByRole('region', { name: 'Entry of Bangkok Limes' })
  await screen.findByRole('button', { name: /Open student card of Player 1/ })
  fireEvent.keyDown(panel, { key: 'j' })
  fireEvent.keyDown(panel, { key: 'a' })
  await screen.findByText('2/2')
  await act(async () => void fireEvent.keyDown(panel, { key: 'a' }))
  await screen.findByText(/All documents are checked/)
  expect(listDocuments).toHaveBeenCalledTimes(3)
  expect(check.mock.calls.map(([{ userId, valid }]) => [userId, valid])).toEqual([
    [1, true],
    [2, true],
  ])
})
