import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { Me } from '@/api/generated'
import { queries } from '@/api/queries'
import { session } from '@/api/session'
import { configQuery } from '@/features/catalogue/queries'
import { startTexts, texts } from '@/i18n'
import { LoginPage } from './login'

const search: { ended?: true } = {}
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useRouter: () => ({ history: { replace: () => {} } }),
  useSearch: () => search,
}))

const asked: unknown[] = []
vi.mock('@/api/generated', async (original) => ({
  ...(await original<object>()),
  // Refused, so that the page stays.
  accountLogin: async ({ query }: { query: object }) => {
    asked.push(query)
    return { error: { message: 'not now' }, response: new Response(null, { status: 503 }) }
  },
}))

beforeAll(async () => {
  await startTexts('en')
  await texts('account', 'mobile')()
  queries.setQueryData(configQuery.queryKey, { appConfig: { providerName: 'AIS' } } as never)
})

afterEach(() => {
  asked.length = 0
  delete search.ended
})

async function go() {
  const { unmount } = render(
    <QueryClientProvider client={queries}>
      <LoginPage />
    </QueryClientProvider>,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Log in with AIS' }))
  await screen.findByText('not now')
  unmount()
  return asked
}

it('lets the provider ask who is there after a session that ended without anybody leaving here', async () => {
  expect(await go()).toEqual([{ returnTo: '/en' }])
  search.ended = true
  expect((await go()).at(-1)).toEqual({ returnTo: '/en', prompt: 'login' })
  delete search.ended
  // The header's link says nothing of it.
  session.start('token', { id: 1 } as Me)
  session.end()
  expect((await go()).at(-1)).toEqual({ returnTo: '/en', prompt: 'login' })
  // The user who has signed in since is here.
  session.start('token', { id: 2 } as Me)
  expect(localStorage.getItem('manao.signedIn')).toBe('1')
})
