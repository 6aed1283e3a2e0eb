import { createRoute } from '@tanstack/react-router'
import { faqQuery } from '@/features/catalogue/queries'
import { playerQuery, teamListQuery, teamQuery } from '@/features/teams/public-queries'
import { lanesQuery, tournamentQuery } from '@/features/tournaments/loaded'
import { needs } from './needs'
import { moved, page } from './page'
import * as search from './search'

const plain = () => import('@/features/pages/plain')
const productTerms = () => import('@/features/pages/product-terms')
const back = <const Path extends string>(path: Path) =>
  page(path, () => import('@/features/account/callback'), 'CallbackPage', { title: 'account:login.title' })
const tournament = () => import('@/features/tournaments/page')
const callbackSearch = search.given('code', 'state', 'error')

/** All pages but the first ones. */
export const morePages = [
  createRoute(moved('/games-redirect', '/games')),
  createRoute(moved('/games-redirect/$id', '/games/$id')),
  createRoute({
    ...page('/search', () => import('@/features/games/search'), 'SearchPage', {
      title: 'games:searchTitle',
      texts: ['home'],
      public: true,
      indexed: false,
      source: 'search',
    }),
    validateSearch: search.searchSearch,
  }),
  createRoute({
    ...page('/esport/tournament', () => import('@/features/tournaments/list'), 'TournamentsPage', {
      title: 'tournaments:title',
      description: 'tournaments:description',
      public: true,
      source: 'tournaments',
    }),
    validateSearch: search.tournamentSearch,
    loaderDeps: ({ search }) => ({ narrowed: Object.keys(search).length > 0 }),
    loader: ({ route, deps }) => (deps.narrowed ? needs(route) : needs(route, lanesQuery)),
  }),
  createRoute({
    ...page('/esport/tournament/$id', tournament, 'TournamentPage', {
      title: 'tournaments:one.title',
      public: true,
      source: 'tournament',
    }),
    loader: ({ route, params }) => needs(route, tournamentQuery(Number(params.id))),
  }),
  createRoute({
    ...page('/esport/tournament/$id/bracket', () => import('@/features/brackets/page'), 'BracketPage', {
      title: 'tournaments:one.title',
      texts: ['brackets', 'boards'],
      public: true,
      source: 'bracket',
    }),
    validateSearch: search.bracketSearch,
    loader: ({ route, params }) => needs(route, tournamentQuery(Number(params.id))),
  }),
  createRoute({
    ...page('/esport/tournament/$id/draw', () => import('@/features/brackets/show/page'), 'DrawPage', {
      title: 'drawShow:title',
      texts: ['tournaments', 'brackets'],
      public: true,
      source: 'bracket',
    }),
    validateSearch: search.bracketSearch,
    loader: ({ route, params }) => needs(route, tournamentQuery(Number(params.id))),
  }),
  createRoute({
    ...page('/esport/tournament/$id/matches', () => import('@/features/matches/schedule/page'), 'SchedulePage', {
      title: 'tournaments:one.title',
      texts: ['matches', 'brackets'],
      public: true,
      source: 'tournament',
    }),
    validateSearch: search.matchesSearch,
    loader: ({ route, params }) => needs(route, tournamentQuery(Number(params.id))),
  }),
  createRoute(
    page('/esport/match/$id', () => import('@/features/matches/page'), 'MatchPage', {
      title: 'matches:room',
      conversation: true,
      texts: ['tournaments', 'brackets', 'form'],
    }),
  ),
  createRoute({
    ...page('/esport/tournament/$id/$tab', tournament, 'TournamentTabPage', {
      title: 'tournaments:one.title',
      public: true,
      source: 'tournament',
    }),
    loader: ({ route, params }) => needs(route, tournamentQuery(Number(params.id))),
  }),
  createRoute(page('/cart', () => import('@/features/cart/page'), 'CartPage', { title: 'cart:title' })),
  createRoute({
    ...page('/auth/login', () => import('@/features/account/login'), 'LoginPage', {
      title: 'account:login.title',
      texts: ['mobile', 'form'],
    }),
    validateSearch: search.loginSearch,
  }),
  createRoute({ ...back('/login'), validateSearch: callbackSearch }),
  createRoute({ ...back('/callback'), validateSearch: callbackSearch }),
  createRoute({ ...back('/callback/result'), validateSearch: callbackSearch }),
  createRoute({
    ...page('/mail/unsubscribe', () => import('@/features/mail/unsubscribe'), 'UnsubscribePage', { title: 'mail:off.title' }),
    validateSearch: search.given('token'),
  }),
  createRoute({
    ...page('/payment/process', () => import('@/features/orders/process'), 'ProcessPage', {
      title: 'orders:process.title',
      texts: ['cart', 'coupons'],
    }),
    validateSearch: search.processSearch,
  }),
  createRoute({
    ...page('/promtpay', () => import('@/features/orders/promptpay'), 'PromptPayPage', { title: 'orders:promptpay.title' }),
    validateSearch: search.given('number'),
  }),
  createRoute({
    ...page('/purchase/result', () => import('@/features/orders/result'), 'ResultPage', { title: 'orders:result.title' }),
    validateSearch: search.given('number'),
  }),
  createRoute({
    ...page('/track', () => import('@/features/orders/track'), 'TrackPage', {
      title: 'orders:track.title',
      description: 'orders:track.description',
      public: true,
    }),
    validateSearch: search.given('number'),
  }),
  createRoute(moved('/account', '/account/dashboard')),
  createRoute(
    page('/account/dashboard', () => import('@/features/account/dashboard'), 'DashboardPage', {
      title: 'account:dashboard.title',
      texts: ['mobile', 'orders', 'inbox'],
    }),
  ),
  createRoute(
    page('/account/profile', () => import('@/features/profile/page'), 'ProfilePage', {
      title: 'profile:title',
      texts: ['account', 'form', 'mail'],
    }),
  ),
  createRoute(
    page('/account/change-password', () => import('@/features/password/page'), 'ChangePasswordPage', {
      title: 'profile:password.title',
      texts: ['account', 'form'],
    }),
  ),
  createRoute({
    ...page('/account/verify', () => import('@/features/mobile/verify'), 'VerifyPage', { title: 'mobile:verify.title' }),
    validateSearch: search.given('returnTo'),
  }),
  createRoute({
    ...page('/account/verify-email', () => import('@/features/mail/verify-email'), 'VerifyEmailPage', {
      title: 'mail:verify.title',
      texts: ['mobile'],
    }),
    validateSearch: search.given('returnTo'),
  }),
  createRoute({
    ...page('/account/purchased', () => import('@/features/orders/purchased'), 'PurchasedPage', {
      title: 'orders:purchased.title',
      texts: ['account'],
    }),
    validateSearch: search.purchasedSearch,
  }),
  createRoute({
    ...page('/account/inbox', () => import('@/features/inbox/page'), 'InboxPage', { title: 'inbox:title', texts: ['account', 'notices'] }),
    validateSearch: search.inboxSearch,
  }),
  createRoute(
    page('/account/favorites', () => import('@/features/favorites/page'), 'FavoritesPage', {
      title: 'favorites:title',
      texts: ['account', 'home'],
    }),
  ),
  createRoute({
    ...page('/account/coupons', () => import('@/features/coupons/page'), 'CouponsPage', { title: 'coupons:title', texts: ['account'] }),
    validateSearch: search.couponsSearch,
  }),
  createRoute(
    page('/account/team', () => import('@/features/teams/my-team'), 'TeamPage', {
      title: 'teams:title',
      texts: ['account', 'form', 'promoters', 'tournaments'],
    }),
  ),
  createRoute(
    page('/account/promoter', () => import('@/features/promoters/page'), 'PromoterPage', {
      title: 'promoters:title',
      texts: ['account', 'profile'],
    }),
  ),
  createRoute({
    ...page('/esport/teams', () => import('@/features/teams/list-page'), 'TeamsPage', {
      title: 'teams:list.title',
      description: 'teams:list.description',
      public: true,
      source: 'teams',
    }),
    validateSearch: search.teamsSearch,
    loaderDeps: ({ search }) => search,
    loader: ({ route, deps }) => needs(route, teamListQuery(deps.q ?? '', deps.page ?? 1)),
  }),
  createRoute({
    ...page('/esport/team/$id', () => import('@/features/teams/team-page'), 'PublicTeamPage', {
      title: 'teams:team.title',
      description: 'teams:team.description',
      texts: ['tournaments'],
      public: true,
      source: 'team',
    }),
    loader: ({ route, params }) => needs(route, teamQuery(Number(params.id))),
  }),
  createRoute({
    ...page('/esport/player/$id', () => import('@/features/teams/player-page'), 'PlayerPage', {
      title: 'teams:player.title',
      description: 'teams:player.description',
      texts: ['tournaments'],
      public: true,
      source: 'player',
    }),
    loader: ({ route, params }) => needs(route, playerQuery(Number(params.id))),
  }),
  createRoute({
    ...page('/account/form-tournament', () => import('@/features/tournament-form/page'), 'FormTournamentPage', {
      title: 'tournamentForm:title',
      texts: ['account', 'form', 'tournaments'],
    }),
    validateSearch: search.formTournamentSearch,
  }),
  createRoute({
    ...page('/esport/tournament/$id/register', () => import('@/features/registration/page'), 'RegisterPage', {
      title: 'registration:title',
      texts: ['tournaments', 'form'],
    }),
    validateSearch: search.registerSearch,
  }),
  createRoute(
    page('/esport/tournament/$id/tv', () => import('@/features/brackets/show/tv'), 'TvPage', {
      title: 'show:tv.title',
      texts: ['brackets', 'boards', 'tournaments'],
      bare: true,
    }),
  ),
  createRoute({
    ...page('/esport/tournament/$id/embed', () => import('@/features/brackets/show/embed'), 'EmbedPage', {
      title: 'show:embed.title',
      texts: ['brackets', 'boards', 'tournaments'],
      bare: true,
      embeddable: true,
    }),
    validateSearch: search.embedSearch,
  }),
  createRoute({
    ...page('/esport/tournament/$id/overlay', () => import('@/features/brackets/show/overlay'), 'OverlayPage', {
      title: 'show:overlay.title',
      texts: ['brackets', 'boards'],
      bare: true,
      embeddable: true,
    }),
    validateSearch: search.overlaySearch,
  }),
  createRoute({
    ...page('/esport/tournament/$id/manage', () => import('@/features/desk/page'), 'DeskPage', {
      title: 'desk:title',
      texts: ['tournaments', 'registration'],
    }),
    validateSearch: search.manageSearch,
  }),
  createRoute(page('/operator/repairs', () => import('@/features/operator/repairs'), 'RepairsPage', { title: 'operator:title' })),
  createRoute({
    ...page('/operator/promoters', () => import('@/features/promoters/operator-page'), 'PromotersPage', {
      title: 'promoters:staff.title',
      texts: ['operator'],
    }),
    validateSearch: search.promotersSearch,
  }),
  createRoute(
    page('/terms/roblox', productTerms, 'RobloxTermsPage', {
      title: 'productTerms:roblox.title',
      description: 'productTerms:roblox.description',
      texts: ['pages'],
      public: true,
    }),
  ),
  createRoute(
    page('/terms/playstation-network', productTerms, 'PlayStationTermsPage', {
      title: 'productTerms:playStation.title',
      description: 'productTerms:playStation.description',
      texts: ['pages'],
      public: true,
    }),
  ),
  createRoute(
    page('/terms/riot-game-gift-card', productTerms, 'RiotTermsPage', {
      title: 'productTerms:riot.title',
      description: 'productTerms:riot.description',
      texts: ['pages'],
      public: true,
    }),
  ),
  createRoute(page('/terms', plain, 'TermsPage', { title: 'pages:terms.title', description: 'pages:terms.description', public: true })),
  createRoute({
    ...page('/contact', () => import('@/features/pages/contact'), 'ContactPage', {
      title: 'pages:contact.title',
      description: 'pages:contact.description',
      texts: ['help'],
      public: true,
      source: 'faq',
    }),
    validateSearch: search.given('order'),
    loader: ({ route }) => needs(route, faqQuery),
  }),
  createRoute(page('/services', plain, 'ServicesPage', { title: 'pages:services.title', public: true })),
  createRoute(page('/error500', () => import('./crash-page'), 'ServerErrorPage', { title: 'common:error.serverTitle', status: 500 })),
] as const
