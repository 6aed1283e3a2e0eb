import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeAll, expect, it, vi } from 'vitest'
import type { NextCode } from '@/api/generated'
import { queries } from '@/api/queries'
import { startTexts, texts } from '@/i18n'
import { StuckMatches } from './stuck-matches'

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  Link: ({ to, params, children }: { to: string; params: { id: string }; children: ReactNode }) => (
    <a href={to.replace('$id', params.id)}>{children}</a>
  ),
}))

const asked = vi.hoisted(() => vi.fn())
vi.mock('@/api/generated', async (original) => ({
  ...(await original<object>()),
  matchList: async ({ body }: { body: object }) => {
    asked(body)
    const match = (id: number, code: NextCode) => ({
      id,
      stage: 1,
      part: 'main',
      round: 1,
      rounds: 3,
      drawn: 8,
      doubleElimination: false,
      label: String(id),
      bestOf: 3,
      state: 'disputed',
      scheduledAt: '2026-11-28T12:00:00Z',
      home: { name: `Home ${id}` },
      next: { code },
    })
    const items = [match(1, 'overdue'), match(2, 'rule'), match(3, 'rule'), match(4, 'rule'), match(5, 'rule')]
    return { data: { items, total: 5, page: 1, perPage: 100 }, response: new Response() }
  },
}))

beforeAll(async () => {
  await startTexts('en')
  await texts('matches', 'brackets')()
})

it('leads into the rooms of the first matches that wait for this', async () => {
  render(
    <QueryClientProvider client={queries}>
      <StuckMatches tournamentId={7} kind="rule" count={4} decides />
    </QueryClientProvider>,
  )
  const links = await screen.findAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/esport/match/2', '/esport/match/3', '/esport/match/4'])
  expect(links[0]?.textContent).toContain('Home 2')
  expect(links[0]?.textContent).toContain('Decide')
  expect(asked).toHaveBeenCalledWith(expect.objectContaining({ id: 7, stuck: true }))
})
