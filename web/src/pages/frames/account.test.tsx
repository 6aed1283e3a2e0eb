import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, render, screen } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Me } from '@/api/generated'
import { queries } from '@/api/queries'
import { useSession } from '@/api/session'
import { startTexts, texts } from '@/i18n'
import th from '@/i18n/th/account'
import { AccountPage } from './account'

const world = vi.hoisted(() => ({ isPromoter: false, runs: 0, asked: 0 }))

vi.mock('@/api/generated', async (original) => ({
  ...(await original<object>()),
  accountMeEsport: async () => ({
    data: { hasTeam: false, isPromoter: world.isPromoter, isCaptain: false },
    response: new Response(),
  }),
  tournamentListRun: async () => {
    world.asked++
    return { data: { items: [], page: 1, perPage: 1, total: world.runs }, response: new Response() }
  },
}))

beforeAll(async () => {
  await startTexts('th')
  await texts('account')()
})
beforeEach(() => {
  cleanup()
  queries.clear()
  Object.assign(world, { isPromoter: false, runs: 0, asked: 0 })
})

async function menu(me: Partial<Me> = {}) {
  useSession.setState({
    status: 'member',
    token: 't',
    me: { id: 1, displayName: 'ploy', synced: true, verified: true, suspended: false, ...me } as Me,
  })
  const page = () => <AccountPage heading="หน้า">เนื้อหา</AccountPage>
  const router = createRouter({ routeTree: createRootRoute({ component: page }), history: createMemoryHistory() })
  await act(async () => {
    await router.load()
    render(
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    )
  })
  return () => screen.queryByRole('link', { name: th.menu.runs })
}

it('leads who has the right to run tournaments to theirs', async () => {
  world.isPromoter = true
  const link = await menu()
  await vi.waitFor(() => expect(link()?.getAttribute('href')).toBe('/account/form-tournament'))
  expect(world.asked).toBe(0)
})

it('leads who helps with a tournament there too, and nobody else', async () => {
  world.runs = 1
  const helps = await menu()
  await vi.waitFor(() => expect(helps()).not.toBeNull())
  cleanup()
  queries.clear()
  Object.assign(world, { runs: 0, asked: 0 })
  const none = await menu()
  await vi.waitFor(() => expect(world.asked).toBe(1))
  expect(none()).toBeNull()
})
