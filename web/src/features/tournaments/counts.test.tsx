import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { Entry, Tournament } from '@/api/generated'
import { useOwnCounts } from './counts'
import { tournamentQuery } from './loaded'

const world = vi.hoisted(() => ({ asked: [] as unknown[], now: {} }))
vi.mock('@/api/generated/sdk.gen', () => ({
  tournamentGet: async (asked: object) => {
    world.asked.push(asked)
    return { data: world.now, response: new Response() }
  },
}))

function Page({ entry }: { entry: Entry | undefined }) {
  const { data } = useQuery(tournamentQuery(7))
  return data ? <Counts tournament={data} entry={entry} /> : null
}

function Counts({ tournament, entry }: { tournament: Tournament; entry: Entry | undefined }) {
  useOwnCounts(tournament, entry)
  return <p>{tournament.joined} in</p>
}

it('reads the counts again once one’s own entry is in them, and no older ones', async () => {
  const client = new QueryClient()
  const before = { id: 7, joined: 3, entriesVersion: 5, liveVersion: 2 } as Tournament
  client.setQueryData(tournamentQuery(7).queryKey, before)
  const page = (entry?: Entry) => (
    <QueryClientProvider client={client}>
      <Page entry={entry} />
    </QueryClientProvider>
  )
  const { rerender } = render(page())
  expect(screen.getByText('3 in')).toBeTruthy()
  expect(world.asked).toEqual([])
  world.now = { ...before, joined: 4, entriesVersion: 6 }
  rerender(page({ entriesVersion: 6 } as Entry))
  expect(await screen.findByText('4 in')).toBeTruthy()
  expect(world.asked).toEqual([{ path: { id: 7 }, query: { bracketVersion: 0, entriesVersion: 6 } }])
})
