import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, render, screen } from '@testing-library/react'
import { beforeAll, expect, it, vi } from 'vitest'
import type { Me } from '@/api/generated'
import { session } from '@/api/session'
import { startTexts, texts } from '@/i18n'
import { LeaveGuard } from './leave-guard'

beforeAll(async () => {
  await startTexts('en')
  await texts('form')()
})

async function open() {
  const root = createRootRoute()
  const home = createRoute({ getParentRoute: () => root, path: '/', component: () => <p>home</p> })
  const form = createRoute({ getParentRoute: () => root, path: '/form', component: () => <LeaveGuard unsaved onLeave={vi.fn()} /> })
  const router = createRouter({ routeTree: root.addChildren([home, form]), history: createMemoryHistory({ initialEntries: ['/form'] }) })
  session.start('token', { id: 1 } as Me)
  await act(async () => {
    render(<RouterProvider router={router} />)
    await router.load()
  })
  return router
}

it('asks a member before unsaved changes are left', async () => {
  const router = await open()
  await act(async () => void router.navigate({ to: '/' }))
  await screen.findByRole('dialog', undefined, { timeout: 4000 })
  expect(router.state.location.pathname).toBe('/form')
})

it('lets somebody go who has just signed out', async () => {
  const router = await open()
  await act(async () => {
    session.signOut(false)
    await router.navigate({ to: '/' })
  })
  await screen.findByText('home', undefined, { timeout: 4000 })
})
