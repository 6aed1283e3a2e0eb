import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { beforeAll, it, vi } from 'vitest'
import { queries } from '@/api/queries'
import { startTexts, texts } from '@/i18n'
import { Devices } from './devices'

vi.mock('@tanstack/react-router', async (original) => ({ ...(await original<object>()), useNavigate: () => () => {} }))

vi.mock('@/api/generated', async (original) => ({
  ...(await original<object>()),
  accountListSessions: async () => {
    const items = [{ id: '1', current: true, lastUsedAt: '2026-11-21T07:40:00Z' }]
    return { data: { items, page: 1, perPage: 50, total: 3 }, response: new Response() }
  },
}))

beforeAll(async () => {
  await startTexts('en')
  await texts('account')()
})

it('says how many devices are not shown', async () => {
  render(
    <QueryClientProvider client={queries}>
      <Devices />
    </QueryClientProvider>,
  )
  await screen.findByText('This device')
  screen.getByText('and 2 more devices')
})
