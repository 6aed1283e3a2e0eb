import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Entry } from '@/api/generated'
import { draftOf, type Draft, rebased, useDraft } from './use-draft'

const calls = vi.hoisted(() => ({ save: vi.fn(), mine: vi.fn() }))
vi.mock('@/api/generated', async (original) => ({
  ...(await original<object>()),
  registrationSave: calls.save,
  registrationGetMine: calls.mine,
}))

const PATTERN = '^[0-9]{6,17}$'
const ok = (data: Partial<Entry>) => ({ data, response: new Response('{}') })
const one = (gameId: string): Draft => ({ chosen: [{ userId: 1, role: 'main', gameId }], documents: { id_card: 'd1' } })

function draft(first: Draft = { chosen: [], documents: {} }) {
  const client = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>
  return { client, ...renderHook(() => useDraft(7, 5, PATTERN, first), { wrapper }) }
}

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  calls.save.mockReset()
})
afterEach(() => void vi.useRealTimers())

it('keeps what was chosen a moment after the last change, and an ID only when it is whole', async () => {
  calls.save.mockResolvedValue(ok({ id: 50_001 }))
  const { result, client } = draft()
  client.setQueryData(['tournamentMe', 7, 'th'], { mayEnter: true, refusals: [] })
  act(() => result.current.change(one('203')))
  act(() => result.current.change({ ...one('203'), chosen: [...one('203').chosen, { userId: 2, role: 'main', gameId: ' 20394817 ' }] }))
  expect(result.current.state).toBe('keeping')
  expect(calls.save).not.toHaveBeenCalled()
  await act(() => vi.advanceTimersByTimeAsync(1000))
  await waitFor(() => expect(result.current.state).toBe('kept'))
  expect(calls.save.mock.calls.map(([{ body }]) => body)).toEqual([
    {
      tournamentId: 7,
      teamId: 5,
      players: [
        { userId: 1, role: 'main', gameId: '' },
        { userId: 2, role: 'main', gameId: '20394817' },
      ],
      documents: [{ kind: 'id_card', documentId: 'd1' }],
      draft: true,
    },
  ])
  expect(client.getQueryData(['tournamentMe', 7, 'th'])).toMatchObject({ entry: { id: 50_001 } })
})

it('says when it was refused, and tries again when asked or when something changes', async () => {
  calls.save.mockResolvedValueOnce({
    error: { code: 'player_in_other_entry', message: 'no' },
    response: new Response('{}', { status: 409 }),
  })
  const { result } = draft()
  act(() => result.current.change(one('20394817')))
  await act(() => vi.advanceTimersByTimeAsync(1000))
  await waitFor(() => expect(result.current.state).toBe('failed'))
  expect(result.current.problem).toMatchObject({ code: 'player_in_other_entry' })
  calls.save.mockResolvedValue(ok({ id: 50_001 }))
  await act(() => result.current.flush())
  await waitFor(() => expect(result.current.state).toBe('kept'))
})

it('sends what stands on the page, after what is still being kept', async () => {
  const order: boolean[] = []
  calls.save.mockImplementation(async ({ body }: { body: { draft: boolean } }) => {
    await new Promise((done) => setTimeout(done, 200))
    order.push(body.draft)
    return ok({ id: 50_001 })
  })
  const { result } = draft()
  act(() => result.current.change(one('20394817')))
  await act(() => vi.advanceTimersByTimeAsync(750))
  await act(async () => {
    const sent = result.current.send()
    await vi.advanceTimersByTimeAsync(1000)
    await sent
  })
  expect(order).toEqual([true, false])
})

it('begins where the entry was left, without those who left the team', () => {
  const player = { displayName: '', ready: true, missing: [], role: 'main' as const, gameId: '20394817' }
  const entry = {
    players: [
      { ...player, userId: 1, left: false, documents: [{ kind: 'id_card', documentId: 'd1' }, { kind: 'student_card' }] },
      { ...player, userId: 2, left: true, documents: [] },
    ],
  } as unknown as Entry
  expect(draftOf(entry, 1)).toEqual(one('20394817'))
  expect(draftOf(undefined, 1)).toEqual({ chosen: [], documents: {} })
})

it('keeps what others have changed meanwhile beside what was changed here', async () => {
  const player = { displayName: '', ready: true, missing: [], role: 'main', left: false, documents: [] }
  const entry = (version: number, gameId: string) =>
    ({
      version,
      players: [
        { ...player, userId: 1, gameId: '20394817' },
        { ...player, userId: 2, gameId },
      ],
    }) as unknown as Entry
  const first = entry(4, '30394817')
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(() => useDraft(7, 5, PATTERN, draftOf(first, 9), first), { wrapper })
  calls.save.mockResolvedValueOnce({ error: { code: 'entry_changed', message: 'no' }, response: new Response('{}', { status: 409 }) })
  calls.mine.mockResolvedValueOnce({ data: { entry: entry(5, '40394817') }, response: new Response('{}') })
  calls.save.mockResolvedValueOnce(ok({ version: 6 }))
  const [captain, second] = draftOf(first, 9).chosen
  if (!captain || !second) throw new Error('no players')
  act(() => result.current.change({ chosen: [{ ...captain, gameId: '50394817' }, second], documents: {} }))
  await act(() => vi.advanceTimersByTimeAsync(1000))
  await waitFor(() => expect(result.current.state).toBe('kept'))
  const sent = calls.save.mock.calls.map(([{ body }]) => [body.version, body.players.map(({ gameId }: { gameId: string }) => gameId)])
  expect(sent).toEqual([
    [4, ['50394817', '30394817']],
    [5, ['50394817', '40394817']],
  ])
  expect(result.current.draft.chosen.map(({ gameId }) => gameId)).toEqual(['50394817', '40394817'])
})

it('drops who was taken out elsewhere, adds who was put in, and leaves out who was taken out here', () => {
  const player = (userId: number, gameId = '') => ({ userId, role: 'main' as const, gameId })
  const draft = (...chosen: Draft['chosen']): Draft => ({ chosen, documents: {} })
  const base = draft(player(1), player(2), player(3))
  const mine = draft(player(1, '11111111'), player(2))
  expect(rebased(base, mine, draft(player(1), player(3), player(4)))).toEqual(draft(player(1, '11111111'), player(4)))
})
