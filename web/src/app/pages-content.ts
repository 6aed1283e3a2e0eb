import { createRoute } from '@tanstack/react-router'
import type { ListedKind } from '@/features/articles/kinds'
import { articleQuery, articlesQuery } from '@/features/articles/queries'
import { language, type TextKey } from '@/i18n'
import { needs } from './needs'
import { type About, page } from './page'
import { articlesSearch } from './search'

const lists = () => import('@/pages/articles/lists')
const article = () => import('@/pages/articles/article')

const listAbout = (kind: ListedKind): About => ({
  title: `articles:list.${kind}.title`,
  description: `articles:list.${kind}.description`,
  public: true,
  source: 'articles',
})

const articleAbout = (source: string): About => ({ title: 'articles:one.title', texts: ['home'], public: true, source })

const textAbout = (title: TextKey): About => ({ title, texts: ['home'], public: true, source: 'textPage' })

/** Articles, promotions and other pages that staff write. */
export const contentPages = [
  createRoute({
    ...page('/game-review', lists, 'ReviewsPage', listAbout('GAME_REVIEW')),
    validateSearch: articlesSearch,
    loaderDeps: ({ search }) => search,
    loader: ({ route, deps }) => needs(route, articlesQuery('GAME_REVIEW', language(), deps.game, deps.page)),
  }),
  createRoute({
    ...page('/game-review/$id', article, 'ReviewPage', articleAbout('gameReview')),
    loader: ({ route, params }) => needs(route, articleQuery('GAME_REVIEW', params.id, language())),
  }),
  createRoute({
    ...page('/game-guide', lists, 'GuidesPage', listAbout('GAME_GUIDE')),
    validateSearch: articlesSearch,
    loaderDeps: ({ search }) => search,
    loader: ({ route, deps }) => needs(route, articlesQuery('GAME_GUIDE', language(), deps.game, deps.page)),
  }),
  createRoute({
    ...page('/game-guide/$id', article, 'GuidePage', articleAbout('gameGuide')),
    loader: ({ route, params }) => needs(route, articleQuery('GAME_GUIDE', params.id, language())),
  }),
  createRoute({
    ...page('/game-update', lists, 'UpdatesPage', listAbout('GAME_UPDATE')),
    validateSearch: articlesSearch,
    loaderDeps: ({ search }) => search,
    loader: ({ route, deps }) => needs(route, articlesQuery('GAME_UPDATE', language(), deps.game, deps.page)),
  }),
  createRoute({
    ...page('/game-update/$id', article, 'UpdatePage', articleAbout('gameUpdate')),
    loader: ({ route, params }) => needs(route, articleQuery('GAME_UPDATE', params.id, language())),
  }),
  createRoute({
    ...page('/promotions', lists, 'PromotionsPage', listAbout('PROMOTION')),
    validateSearch: articlesSearch,
    loaderDeps: ({ search }) => search,
    loader: ({ route, deps }) => needs(route, articlesQuery('PROMOTION', language(), deps.game, deps.page)),
  }),
  createRoute({
    ...page('/promotions/$id', article, 'PromotionPage', articleAbout('promotion')),
    loader: ({ route, params }) => needs(route, articleQuery('PROMOTION', params.id, language())),
  }),
  createRoute({
    ...page('/hot-promotions', lists, 'HotPromotionsPage', listAbout('HOT_PROMOTION')),
    validateSearch: articlesSearch,
    loaderDeps: ({ search }) => search,
    loader: ({ route, deps }) => needs(route, articlesQuery('HOT_PROMOTION', language(), deps.game, deps.page)),
  }),
  createRoute({
    ...page('/hot-promotions/$id', article, 'HotPromotionPage', articleAbout('hotPromotion')),
    loader: ({ route, params }) => needs(route, articleQuery('HOT_PROMOTION', params.id, language())),
  }),
  createRoute({
    ...page('/estudio', () => import('@/pages/estudio'), 'StudioPage', textAbout('articles:studio.title')),
    loader: ({ route }) => needs(route, articleQuery('PAGE', 'estudio', language())),
  }),
  createRoute({
    ...page('/about', () => import('@/pages/text-page'), 'AboutPage', textAbout('articles:about.title')),
    loader: ({ route }) => needs(route, articleQuery('PAGE', 'about', language())),
  }),
] as const
