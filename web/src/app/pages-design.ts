import { createRoute } from '@tanstack/react-router'
import { moved } from './moved'
import { component, needs } from './needs'
import { pages as shopPages } from './pages'
import { root } from './root'

const load = () => import('@/features/design/page')

/** All pages and the design page, which the dev server alone has: the build knows neither this file nor what it loads. */
export const pages = [
  ...shopPages,
  createRoute({
    getParentRoute: () => root,
    path: '/design',
    staticData: { texts: ['account', 'form', 'games', 'manual', 'orders', 'profile', 'promoters'], load },
    loader: ({ route }) => needs(route),
    component: component(load, 'DesignPage'),
  }),
  // Thai addresses have no prefix.
  createRoute(moved('/th/design', '/design')),
]
