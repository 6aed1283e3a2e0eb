import { render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeAll, expect, it, vi } from 'vitest'
import type { ArticlesQuery } from '@/api/catalogue.gen'
import { startTexts, texts } from '@/i18n'
import { ArticleList } from './article-list'

interface LinkProps {
  to: string
  search?: object
  params?: { id: string }
  rel?: string
  children: ReactNode
}

vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, search = {}, params, rel, children }: LinkProps) => (
    <a href={`${to.replace('$id', params?.id ?? '')}?${new URLSearchParams(Object.entries(search))}`} rel={rel}>
      {children}
    </a>
  ),
}))
vi.mock('@/live', () => ({ serverNow: () => Date.parse('2026-11-21T00:00:00Z') }))

beforeAll(async () => {
  await startTexts('en')
  await texts('articles')()
})

type List = ArticlesQuery['articles']
type Item = List['items'][number]

const item = (id: number, promotion: Item['promotion'] = null): Item => ({
  id,
  kind: promotion ? 'PROMOTION' : 'GAME_GUIDE',
  title: `Article ${id}`,
  summary: 'In short',
  pictureAlt: '',
  hue: 1,
  motif: 'rings',
  pinned: false,
  publishedAt: '2026-11-01T00:00:00Z',
  minutes: 3,
  games: [],
  review: null,
  promotion,
})

const list = (items: Item[], more: Partial<List> = {}): List => ({ items, page: 1, perPage: 12, total: items.length, games: [], ...more })
const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href')

it('says what an empty list means, and where to go', () => {
  const { rerender } = render(<ArticleList kind="GAME_GUIDE" list={list([])} game={undefined} />)
  expect(hrefOf('See all games')).toBe('/games?')
  rerender(<ArticleList kind="PROMOTION" list={list([])} game={undefined} />)
  screen.getByText(/No promotions right now/)
  rerender(<ArticleList kind="GAME_GUIDE" list={list([])} game="rov" />)
  screen.getByText(/Nothing about this game/)
  expect(hrefOf('Show every game')).toBe('/game-guide?')
})

it('gives every page an address that keeps the game', () => {
  render(<ArticleList kind="GAME_GUIDE" list={list([item(1)], { page: 2, total: 30 })} game="rov" />)
  expect(hrefOf('Previous')).toBe('/game-guide?game=rov')
  expect(hrefOf('Next')).toBe('/game-guide?game=rov&page=3')
  expect(screen.getByRole('link', { name: 'Next' }).getAttribute('rel')).toBe('next')
})

it('lists running promotions first, and marks those that are over', () => {
  const over = item(1, { state: 'OVER', startsAt: null, endsAt: '2026-11-20T00:00:00Z', gets: 'Half off' })
  const running = item(2, { state: 'RUNNING', startsAt: null, endsAt: '2026-11-30T00:00:00Z', gets: '10% off' })
  render(<ArticleList kind="PROMOTION" list={list([over, running])} game={undefined} />)
  expect(screen.getAllByRole('listitem').map(({ textContent }) => /Article \d/.exec(textContent ?? '')?.[0])).toEqual([
    'Article 2',
    'Article 1',
  ])
  screen.getByText('Ended')
  screen.getByText('On now')
})
