import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Entry } from '@/api/generated'
import { draftOf, type Draft, useDraft } from './use-draft'

const calls = vi.hoisted(() => ({ save: vi.fn() }))
vi.mock('@/api/generated', () => ({ registrationSave: calls.save }))

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
