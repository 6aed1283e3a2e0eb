import { createRootRoute, createRoute, createRouter, redirect, type RouterHistory } from '@tanstack/react-router'
import { faqQuery, gameQuery, gamesQuery, homeQuery, KINDS, type Kind } from '@/features/catalogue/queries'
import { changeLanguage, language } from '@/i18n'
import { inLanguage, languageOf, withoutLanguage } from '@/i18n/language'
import { clearAlert } from './alert'
import { NotFoundPage } from './error-pages'
import { Layout } from './layout'
import { needs, page } from './needs'

const CrashPage = page(() => import('./crash-page'), 'CrashPage')

const root = createRootRoute({
  component: Layout,
  notFoundComponent: NotFoundPage,
  errorComponent: CrashPage,
  // Going back may cross from one language into the other.
  // A page that is only fetched ahead (a link that is pointed at) changes nothing.
  beforeLoad: async ({ location, preload }) => {
    if (preload) return
    const now = languageOf(location.publicHref.split(/[?#]/, 1)[0] ?? '/')
    if (now !== language()) await changeLanguage(now)
  },
})

type Given<Name extends string> = { [Key in Name]?: string }

/** What stands behind the question mark under these names. */
const given =
  <Name extends string>(...names: Name[]) =>
  (found: Record<string, unknown>) =>
    Object.fromEntries(names.filter((name) => found[name]).map((name) => [name, String(found[name])])) as Given<Name>

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  loader: () => needs(['home'], homeQuery),
  component: page(() => import('@/features/home/page'), 'HomePage'),
})

const games = createRoute({
  getParentRoute: () => root,
  path: '/games',
  validateSearch: (found: Record<string, unknown>): { kind?: Kind } => {
    const kind = KINDS.find((known) => known === found.kind)
    return kind ? { kind } : {}
  },
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => needs(['games', 'home'], gamesQuery('', deps.kind ?? null)),
  component: page(() => import('@/features/games/list'), 'GamesPage'),
})

const game = createRoute({
  getParentRoute: () => root,
  path: '/games/$id',
  validateSearch: (search: Record<string, unknown>): { product?: number; player?: string; server?: string } => ({
    ...(Number(search.product) > 0 && { product: Number(search.product) }),
    ...given('player', 'server')(search),
  }),
  loader: ({ params }) => needs(['games'], gameQuery(params.id)),
  component: page(() => import('@/features/games/page'), 'GamePage'),
})

const gamesRedirect = createRoute({
  getParentRoute: () => root,
  path: '/games-redirect',
  beforeLoad: () => {
    throw redirect({ to: '/games', replace: true })
  },
})

const gameRedirect = createRoute({
  getParentRoute: () => root,
  path: '/games-redirect/$id',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/games/$id', params, replace: true })
  },
})

const search = createRoute({
  getParentRoute: () => root,
  path: '/search',
  validateSearch: (found: Record<string, unknown>): { q?: string } => (found.q === undefined ? {} : { q: String(found.q) }),
  loader: () => needs(['games', 'home']),
  component: page(() => import('@/features/games/search'), 'SearchPage'),
})

const cart = createRoute({
  getParentRoute: () => root,
  path: '/cart',
  loader: () => needs(['cart']),
  component: page(() => import('@/features/cart/page'), 'CartPage'),
})

const login = createRoute({
  getParentRoute: () => root,
  path: '/auth/login',
  validateSearch: (found: Record<string, unknown>): { returnTo?: string; ended?: true; register?: true } => ({
    ...given('returnTo')(found),
    ...(String(found.ended) === 'true' && { ended: true }),
    ...(String(found.register) === 'true' && { register: true }),
  }),
  loader: () => needs(['account', 'mobile', 'form']),
  component: page(() => import('@/features/account/login'), 'LoginPage'),
})

const verify = createRoute({
  getParentRoute: () => root,
  path: '/account/verify',
  validateSearch: given('returnTo'),
  loader: () => needs(['mobile']),
  component: page(() => import('@/features/mobile/verify'), 'VerifyPage'),
})

const verifyEmail = createRoute({
  getParentRoute: () => root,
  path: '/account/verify-email',
  validateSearch: given('returnTo'),
  loader: () => needs(['mail', 'mobile']),
  component: page(() => import('@/features/mail/verify-email'), 'VerifyEmailPage'),
})

const unsubscribe = createRoute({
  getParentRoute: () => root,
  path: '/mail/unsubscribe',
  validateSearch: given('token'),
  loader: () => needs(['mail']),
  component: page(() => import('@/features/mail/unsubscribe'), 'UnsubscribePage'),
})

const callbackSearch = given('code', 'state', 'error')

const callbackPage = page(() => import('@/features/account/callback'), 'CallbackPage')
const back = { getParentRoute: () => root, validateSearch: callbackSearch, loader: () => needs(['account']), component: callbackPage }
const loginReturn = createRoute({ ...back, path: '/login' })
const callback = createRoute({ ...back, path: '/callback' })
const callbackResult = createRoute({ ...back, path: '/callback/result' })

const process = createRoute({
  getParentRoute: () => root,
  path: '/payment/process',
  validateSearch: (
    found: Record<string, unknown>,
  ): { order?: string; product?: number; quantity?: number; player?: string; server?: string; channel?: string; coupon?: string } => ({
    ...given('order', 'channel', 'coupon')(found),
    ...(Number(found.product) > 0 && { product: Number(found.product), quantity: Number(found.quantity) || 1 }),
    ...(found.player !== undefined && { player: String(found.player) }),
    ...(found.server !== undefined && { server: String(found.server) }),
  }),
  loader: () => needs(['orders', 'cart', 'coupons']),
  component: page(() => import('@/features/orders/process'), 'ProcessPage'),
})

const numberSearch = given('number')

const promptpay = createRoute({
  getParentRoute: () => root,
  path: '/promtpay',
  validateSearch: numberSearch,
  loader: () => needs(['orders']),
  component: page(() => import('@/features/orders/promptpay'), 'PromptPayPage'),
})

const result = createRoute({
  getParentRoute: () => root,
  path: '/purchase/result',
  validateSearch: numberSearch,
  loader: () => needs(['orders']),
  component: page(() => import('@/features/orders/result'), 'ResultPage'),
})

const account = createRoute({
  getParentRoute: () => root,
  path: '/account',
  beforeLoad: () => {
    throw redirect({ to: '/account/dashboard', replace: true })
  },
})

const dashboard = createRoute({
  getParentRoute: () => root,
  path: '/account/dashboard',
  loader: () => needs(['account', 'mobile', 'orders', 'inbox']),
  component: page(() => import('@/features/account/dashboard'), 'DashboardPage'),
})

type PurchaseFilter = 'pending' | 'completed' | 'incomplete' | 'error'
const FILTERS: readonly PurchaseFilter[] = ['pending', 'completed', 'incomplete', 'error']

const purchased = createRoute({
  getParentRoute: () => root,
  path: '/account/purchased',
  validateSearch: (found: Record<string, unknown>): { page?: number; status?: PurchaseFilter } => {
    const status = FILTERS.find((filter) => filter === found.status)
    return { ...(Number(found.page) > 1 && { page: Number(found.page) }), ...(status && { status }) }
  },
  loader: () => needs(['account', 'orders']),
  component: page(() => import('@/features/orders/purchased'), 'PurchasedPage'),
})

const pageOf = (found: Record<string, unknown>): { page?: number } => (Number(found.page) > 1 ? { page: Number(found.page) } : {})

const inbox = createRoute({
  getParentRoute: () => root,
  path: '/account/inbox',
  validateSearch: (found: Record<string, unknown>): { stream?: 'esports'; page?: number } => ({
    ...(found.stream === 'esports' && { stream: found.stream }),
    ...pageOf(found),
  }),
  loader: () => needs(['account', 'inbox']),
  component: page(() => import('@/features/inbox/page'), 'InboxPage'),
})

const favorites = createRoute({
  getParentRoute: () => root,
  path: '/account/favorites',
  loader: () => needs(['account', 'favorites', 'home']),
  component: page(() => import('@/features/favorites/page'), 'FavoritesPage'),
})

const coupons = createRoute({
  getParentRoute: () => root,
  path: '/account/coupons',
  validateSearch: (found: Record<string, unknown>): { status?: 'used' | 'expired'; page?: number } => ({
    ...((found.status === 'used' || found.status === 'expired') && { status: found.status }),
    ...pageOf(found),
  }),
  loader: () => needs(['account', 'coupons']),
  component: page(() => import('@/features/coupons/page'), 'CouponsPage'),
})

const profile = createRoute({
  getParentRoute: () => root,
  path: '/account/profile',
  loader: () => needs(['account', 'profile', 'form', 'mail']),
  component: page(() => import('@/features/profile/page'), 'ProfilePage'),
})

const changePassword = createRoute({
  getParentRoute: () => root,
  path: '/account/change-password',
  loader: () => needs(['account', 'profile', 'form']),
  component: page(() => import('@/features/password/page'), 'ChangePasswordPage'),
})

const team = createRoute({
  getParentRoute: () => root,
  path: '/account/team',
  loader: () => needs(['account']),
  component: page(() => import('@/features/account/team'), 'TeamPage'),
})

const repairs = createRoute({
  getParentRoute: () => root,
  path: '/operator/repairs',
  loader: () => needs(['operator']),
  component: page(() => import('@/features/operator/repairs'), 'RepairsPage'),
})

const terms = createRoute({
  getParentRoute: () => root,
  path: '/terms',
  loader: () => needs(['pages']),
  component: page(() => import('@/features/pages/plain'), 'TermsPage'),
})

const contact = createRoute({
  getParentRoute: () => root,
  path: '/contact',
  validateSearch: given('order'),
  loader: () => needs(['pages'], faqQuery),
  component: page(() => import('@/features/pages/plain'), 'ContactPage'),
})

const services = createRoute({
  getParentRoute: () => root,
  path: '/services',
  loader: () => needs(['pages']),
  component: page(() => import('@/features/pages/plain'), 'ServicesPage'),
})

const error500 = createRoute({
  getParentRoute: () => root,
  path: '/error500',
  component: page(() => import('./crash-page'), 'ServerErrorPage'),
})

const routes = [
  home,
  games,
  game,
  gamesRedirect,
  gameRedirect,
  search,
  cart,
  login,
  verify,
  verifyEmail,
  unsubscribe,
  loginReturn,
  callback,
  callbackResult,
  process,
  promptpay,
  result,
  account,
  dashboard,
  profile,
  changePassword,
  purchased,
  inbox,
  favorites,
  coupons,
  team,
  repairs,
  terms,
  contact,
  services,
  error500,
] as const

/** Without a history it is the browser's; a server that renders hands in one of its own. */
export function createAppRouter(history?: RouterHistory) {
  const router = createRouter({
    routeTree: root.addChildren(routes),
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 30_000,
    defaultNotFoundComponent: NotFoundPage,
    // What goes wrong with one page leaves the frame around it.
    defaultErrorComponent: CrashPage,
    // Everything in an address is text: a player's ID of twenty digits is no number, and stands there as it is.
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
  router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
    if (pathChanged) clearAlert()
  })
  return router
}

/** Where a page begins to be read is the router's, but for the first: who has scrolled before the app took it over stays there. */
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
