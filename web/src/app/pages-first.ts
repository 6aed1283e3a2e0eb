import { createRoute } from '@tanstack/react-router'
import { gameQuery, gamesQuery, homeQuery } from '@/features/catalogue/queries'
import { needs } from './needs'
import { page } from './page'
import * as search from './search-first'

/** The pages that most visits begin with: the browser loads them at once, all others a moment later (`pages-more.ts`). */
export const firstPages = [
  createRoute({
    ...page('/', () => import('@/pages/home'), 'HomePage', {
      title: 'home:title',
      description: 'home:description',
      public: true,
      source: ['home', 'currentTournaments'],
    }),
    loader: ({ route }) => needs(route, homeQuery),
  }),
  createRoute({
    ...page('/games', () => import('@/pages/games'), 'GamesPage', {
      title: 'games:title',
      description: 'games:description',
      texts: ['home'],
      public: true,
      source: 'games',
    }),
    validateSearch: search.gamesSearch,
    loaderDeps: ({ search }) => search,
    loader: ({ route, deps }) => needs(route, gamesQuery('', deps.kind ?? null)),
  }),
  createRoute({
    ...page('/games/$id', () => import('@/pages/game'), 'GamePage', {
      title: { player: 'games:game.title', card: 'games:game.cardTitle', number: 'games:game.numberTitle' },
      texts: ['home'],
      public: true,
      source: 'game',
    }),
    validateSearch: search.gameSearch,
    loader: ({ route, params }) => needs(route, gameQuery(params.id)),
  }),
] as const
