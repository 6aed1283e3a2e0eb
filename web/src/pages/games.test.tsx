import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { gamesQuery } from '@/features/catalogue/queries'
import { startTexts, texts } from '@/i18n'
import { FoundGames } from '@/features/games/found-games'

beforeAll(async () => {
  await startTexts('en')
  await texts('games', 'home')()
})

it('shows what else was found before the popular games', () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  const nothing = { items: [], total: 0, guessed: false }
  client.setQueryData(gamesQuery('Limes', null).queryKey, { games: nothing, bannerInPage: [] } as never)
  render(
    <QueryClientProvider client={client}>
      <FoundGames search="Limes" kind={null} onAll={() => undefined}>
        <h2>Teams</h2>
      </FoundGames>
    </QueryClientProvider>,
  )
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['Teams', 'Popular games'])
  expect(screen.getByRole('status').textContent).toContain('No game is called “Limes”')
})
