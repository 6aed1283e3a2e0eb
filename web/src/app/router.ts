import { createRoute, createRouter, redirect, type RouterHistory } from '@tanstack/react-router'
import { language } from '@/i18n'
import { inLanguage, withoutLanguage } from '@/i18n/language'
import { clearAlert } from '@/ui/alert'
import { load } from '@/ui/load'
import { NotFoundPage } from './error-pages'
import type { pages } from './pages'
import { firstPages } from './pages-first'
import { mayPrefetch } from './prefetch'
import { CrashPage, root } from './root'

/** For the types, the first pages and the later ones are all pages. */
type Pages = typeof pages

/** The browser's router: it has the first pages at once, or all pages if the open one is not among them. `addMorePages` adds the others. */
export async function createBrowserRouter(): Promise<AppRouter> {
  const router: AppRouter = createAppRouter([...firstPages, untilMore(() => router)] as unknown as Pages)
  const [, , found] = router.getMatchedRoutes(router.latestLocation.pathname)
  if (found?.path === UNKNOWN) await addMorePages(router)
  return router
}

const UNKNOWN = '$'

let more: Promise<void> | undefined

/** Adds all pages; in the dev server also the design page, which the build drops with all that it imports. */
export function addMorePages(router: AppRouter): Promise<void> {
  more ??= load<{ pages: readonly unknown[] }>(import.meta.env.DEV ? () => import('./pages-design') : () => import('./pages')).then(
    ({ pages }) => {
      root.addChildren(pages as unknown as Pages)
      router.setRoutes(router.buildRouteTree())
    },
  )
  return more
}

/** Handles an address that is not known yet: it is resolved again once all pages are known. */
const untilMore = (router: () => AppRouter) =>
  createRoute({
    getParentRoute: () => root,
    path: UNKNOWN,
    beforeLoad: async ({ location: { pathname, search, hash } }) => {
      await addMorePages(router())
      throw redirect({ to: pathname as '/', search, hash, replace: true })
    },
  })

/** Without a history it is the browser's; a rendering server passes its own. */
export function createAppRouter(children: Pages, history?: RouterHistory) {
  const router = createRouter({
    routeTree: root.addChildren(children),
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 30_000,
    defaultNotFoundComponent: NotFoundPage,
    // An error of one page must not replace the frame around it.
    defaultErrorComponent: CrashPage,
    // Everything in an address is text: a player's ID of twenty digits is not a number, and stays as it is.
    parseSearch: (query) => Object.fromEntries(new URLSearchParams(query)),
    stringifySearch: (search) => {
      const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
      const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
      return query && `?${query}`
    },
    // One table for both languages: the prefix is taken off on the way in and put on on the way out.
    rewrite: {
      input: ({ url }) => {
        url.pathname = withoutLanguage(url.pathname)
        return url
      },
      output: ({ url }) => {
        url.pathname = inLanguage(url.pathname, language())
        return url
      },
    },
    ...(history ? { history } : { scrollRestoration: unlessScrolledBefore() }),
  })
  const { preloadRoute } = router
  router.preloadRoute = async (target) => (mayPrefetch() ? preloadRoute(target) : undefined)
  router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
    if (pathChanged) clearAlert()
  })
  return router
}

/** The router restores scroll positions, except for the first page: a visitor who scrolled before hydration stays there. */
function unlessScrolledBefore(): () => boolean {
  let first = true
  return () => {
    const stays = first && scrollY > 0
    first = false
    return !stays
  }
}

export type AppRouter = ReturnType<typeof createAppRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
}
