import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { beforeAll, expect, it, vi } from 'vitest'
import { suggestQuery } from '@/features/catalogue/queries'
import { startTexts, texts } from '@/i18n'
import SiteSuggest from './site-suggest'

const navigate = vi.hoisted(() => vi.fn())
vi.mock('@tanstack/react-router', async (original) => ({ ...(await original<object>()), useNavigate: () => navigate }))

beforeAll(async () => {
  await startTexts('en')
  await texts('games', 'home')()
})

const game = { slug: 'free-fire', name: { th: 'Free Fire', en: 'Free Fire' }, hue: 36, motif: 'diamonds', glyph: 'flame' }

function Field({ typed }: { typed: string }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input ref={input} aria-label="Search" />
      <SiteSuggest input={input} listId="list" typed={typed} onClose={() => undefined} />
    </>
  )
}

it('finds tournaments and teams beside games, by keys too', () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  client.setQueryData(suggestQuery('ฟีฟาย').queryKey, {
    games: { items: [{ ...game, id: 1, kind: 'TOPUP', fromPriceSatang: 1000 }], guessed: false },
  } as never)
  client.setQueryData(['esportsSuggest', 'ฟีฟาย'], {
    tournaments: [{ id: 7001, name: { th: 'ลีก', en: 'Night League' }, game: { ...game, id: 2 } }],
    teams: [{ id: 3, name: 'Fire Foxes', shortName: 'FOX' }],
  })
  render(
    <QueryClientProvider client={client}>
      <Field typed="ฟีฟาย" />
    </QueryClientProvider>,
  )
  const names = screen.getAllByRole('option').map(({ textContent }) => textContent?.replace(/^FO/, ''))
  expect(names.slice(1, 3)).toEqual(['Night LeagueTournament · Free Fire', 'Fire FoxesTeam'])
  const field = screen.getByLabelText('Search')
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) fireEvent.keyDown(field, { key })
  expect(navigate).toHaveBeenCalledWith({ to: '/esport/tournament/$id', params: { id: '7001' } })
})
