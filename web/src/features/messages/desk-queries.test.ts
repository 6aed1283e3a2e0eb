import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import type { EntrantThread } from '@/api/generated'
import { listEntrantThreads } from './calls'
import { entrantThreadsQuery, readThread } from './desk-queries'

const world = vi.hoisted(() => ({ lines: [] as EntrantThread[], pages: [] as number[] }))
vi.mock('@/api/generated', async (original) => ({
  ...(await original<object>()),
  messagesThreads: async ({ query: { page, perPage } }: { query: { page: number; perPage: number } }) => {
    world.pages.push(page)
    const items = world.lines.slice((page - 1) * perPage, page * perPage)
    return { data: { items, page, perPage, total: world.lines.length }, response: new Response() }
  },
}))

const line = (contestantId: number, talked: boolean, unread = 0): EntrantThread => ({
  contestantId,
  name: '',
  shortName: '',
  lastSeq: talked ? 4 : 0,
  unread,
  reported: 0,
  ...(talked && { last: { name: 'x', kind: 'text', at: '2026-11-28T12:00:00Z' } }),
})

test('all with whom somebody talked are read, however many, and not the long rest', async () => {
  world.lines = Array.from({ length: 1000 }, (_, index) => line(index, index < 230))
  world.pages = []
  const { items } = await listEntrantThreads(7)
  expect(items.filter(({ last }) => last)).toHaveLength(230)
  expect(world.pages).toEqual([1, 2, 3])
})

test('who reads an entrant’s messages sees them counted no more', () => {
  const client = new QueryClient()
  const { queryKey } = entrantThreadsQuery(7)
  client.setQueryData(queryKey, { items: [line(1, true, 2), line(2, true, 1)] })
  readThread(client, 7, 1, 3)
  expect(client.getQueryData(queryKey)?.items.map(({ unread }) => unread)).toEqual([2, 1])
  readThread(client, 7, 1, 4)
  expect(client.getQueryData(queryKey)?.items.map(({ unread }) => unread)).toEqual([0, 1])
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true)
})
