import { createRoute } from '@tanstack/react-router'
import { moved } from './moved'
import { type About, page } from './page'
import * as search from './search'

/** The console's own frame. Its chunk comes with the first page in it. */
const frame = createRoute(page('/console', () => import('@/console/frame'), 'ConsoleFrame', { title: 'console:title', bare: 'own' }))

/** The options of a page in the console: `page`, with a path below the frame's. */
function inside<const Path extends string, Name extends string, Module extends Record<Name, unknown>>(
  path: Path,
  load: () => Promise<Module>,
  name: Name,
  about: About,
) {
  return { ...page(path, load, name, about), getParentRoute: () => frame }
}

// A value of its own: written inside of `addChildren`, its type would depend on that of the router, and that on this one.
const rooms = [
  createRoute(
    inside('/', () => import('@/console/today/today-page'), 'TodayPage', {
      title: 'console:titles.today',
      texts: ['consoleToday', 'consoleOrders'],
    }),
  ),
  createRoute({
    ...inside('orders', () => import('@/console/orders/orders-page'), 'OrdersPage', {
      title: 'console:titles.orders',
      texts: ['orders'],
    }),
    validateSearch: search.stringParams('need', 'status', 'channel', 'from', 'to'),
  }),
  createRoute(
    inside('orders/$number', () => import('@/console/orders/story-page'), 'StoryPage', {
      title: 'console:titles.order',
      texts: ['orders'],
    }),
  ),
  createRoute(
    inside('repairs', () => import('@/console/orders/repairs-page'), 'RepairsPage', {
      title: 'console:titles.repairs',
      texts: ['operator'],
    }),
  ),
  createRoute({
    ...inside('threads', () => import('@/console/threads/threads-page'), 'StaffThreadsPage', {
      title: 'console:titles.threads',
      texts: ['support', 'operator'],
    }),
    validateSearch: search.staffThreadsSearch,
  }),
  createRoute(
    inside('threads/$id', () => import('@/console/threads/thread-page'), 'StaffThreadPage', {
      title: 'console:titles.thread',
      texts: ['support', 'operator', 'orders', 'messages', 'form'],
    }),
  ),
  createRoute({
    ...inside('money/refunds', () => import('@/console/money/refunds-page'), 'RefundsPage', {
      title: 'console:titles.refunds',
      texts: ['operator'],
    }),
    validateSearch: search.stringParams('number'),
  }),
  createRoute(
    inside('money/unmatched', () => import('@/console/money/unmatched-page'), 'UnmatchedPage', {
      title: 'console:titles.unmatched',
      texts: ['operator'],
    }),
  ),
  createRoute(
    inside('money/reconciliations', () => import('@/console/money/reconciliations-page'), 'ReconciliationsPage', {
      title: 'console:titles.reconciliations',
      texts: ['operator'],
    }),
  ),
  createRoute(inside('channels', () => import('@/console/channels/channels-page'), 'ChannelsPage', { title: 'console:titles.channels' })),
  createRoute({
    ...inside('promoters', () => import('@/console/promoters/promoters-page'), 'PromotersPage', {
      title: 'console:titles.promoters',
      texts: ['promoters', 'operator'],
    }),
    validateSearch: search.promotersSearch,
  }),
  createRoute(inside('staff', () => import('@/console/staff/staff-page'), 'StaffPage', { title: 'console:titles.staff' })),
  createRoute(inside('me', () => import('@/console/factors/factors-page'), 'FactorsPage', { title: 'console:titles.factors' })),
] as const

/** The pages of staff. None is public: they are sent as a frame, and what they show comes from calls that staff alone may make. */
export const consolePages = [
  frame.addChildren(rooms),
  createRoute(moved('/console/money', '/console/money/refunds')),
  createRoute(moved('/operator/repairs', '/console/repairs')),
  createRoute(moved('/operator/threads', '/console/threads')),
  createRoute(moved('/operator/threads/$id', '/console/threads/$id')),
  createRoute(moved('/operator/reconciliations', '/console/money/reconciliations')),
  createRoute(moved('/operator/promoters', '/console/promoters')),
] as const
