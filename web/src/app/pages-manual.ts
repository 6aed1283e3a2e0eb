import { createRoute } from '@tanstack/react-router'
import { articleQuery } from '@/features/articles/queries'
import { manualHomeQuery } from '@/features/help/queries'
import { language } from '@/i18n'
import { needs } from './needs'
import { page } from './page'

const manualPage = () => import('@/pages/manual/page')

/** The help centre. */
export const manualPages = [
  createRoute({
    ...page('/manual', () => import('@/pages/manual/home'), 'ManualHomePage', {
      title: 'manual:title',
      description: 'manual:description',
      public: true,
      source: 'manual',
    }),
    loader: ({ route }) => needs(route, manualHomeQuery(language())),
  }),
  createRoute({
    ...page('/manual/$page', manualPage, 'ManualPage', {
      title: 'manual:pageTitle',
      texts: ['articles', 'stuck'],
      public: true,
      source: 'manualPage',
    }),
    loader: ({ route, params }) => needs(route, articleQuery('MANUAL', params.page, language())),
  }),
  createRoute({
    ...page('/manual/tournament-system/$page', manualPage, 'ManualGuidePage', {
      title: 'manual:pageTitle',
      texts: ['articles', 'stuck'],
      public: true,
      source: 'manualGuide',
    }),
    loader: ({ route, params }) => needs(route, articleQuery('MANUAL', `tournament-system/${params.page}`, language())),
  }),
] as const
