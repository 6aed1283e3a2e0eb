import { createRoute } from '@tanstack/react-router'
import { faqQuery } from '@/features/catalogue/queries'
import { playerQuery, teamListQuery, teamQuery } from '@/features/teams/public-queries'
import { lanesQuery, tournamentQuery } from '@/features/tournaments/loaded'
import { language } from '@/i18n'
import { needs } from './needs'
import { moved } from './moved'
import { page } from './page'
import * as search from './search'

const productTerms = () => import('@/pages/terms/product')
const back = <const Path extends string>(path: Path) =>
  page(path, () => import('@/pages/callback'), 'CallbackPage', { title: 'account:login.title' })
const tournament = () => import('@/pages/esport/tournament')
const callbackSearch = search.stringParams('code', 'state', 'error')

/** All pages but the first ones. */
export const morePages = [
  createRoute(moved('/games-redirect', '/games')),
  createRoute(moved('/games-redirect/$id', '/games/$id')),
  createRoute(moved('/esport', '/esport/tournament')),
  createRoute(moved('/esport/team', '/esport/teams')),
  createRoute({
    ...page('/search', () => import('@/pages/search'), 'SearchPage', {
      title: 'games:searchTitle',
      texts: ['home'],
      public: true,
      indexed: false,
      source: 'search',
    }),
    validateSearch: search.searchSearch,
  }),
  createRoute({
    ...page('/esport/tournament', () => import('@/pages/esport/tournaments'), 'TournamentsPage', {
      title: 'tournaments:title',
      description: 'tournaments:description',
      texts: ['doorway', 'scores'],
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
    ...page('/esport/tournament/$id/bracket', () => import('@/pages/esport/tournament/bracket'), 'BracketPage', {
      title: 'tournaments:one.bracketTitle',
      texts: ['brackets', 'boards'],
      public: true,
      source: 'bracket',
    }),
    validateSearch: search.bracketSearch,
    loader: ({ route, params }) => needs(route, tournamentQuery(Number(params.id))),
  }),
  createRoute({
    ...page('/esport/tournament/$id/draw', () => import('@/pages/esport/tournament/draw'), 'DrawPage', {
      title: 'drawShow:title',
      texts: ['tournaments', 'brackets'],
      public: true,
      source: 'bracket',
    }),
    validateSearch: search.bracketSearch,
    loader: ({ route, params }) => needs(route, tournamentQuery(Number(params.id))),
  }),
  createRoute({
    ...page('/esport/tournament/$id/matches', () => import('@/pages/esport/tournament/matches'), 'SchedulePage', {
      title: 'tournaments:one.matchesTitle',
      texts: ['matches', 'brackets'],
      public: true,
      source: 'tournament',
    }),
    validateSearch: search.matchesSearch,
    loader: ({ route, params }) => needs(route, tournamentQuery(Number(params.id))),
  }),
  createRoute(
    page('/esport/match/$id', () => import('@/pages/esport/match'), 'MatchPage', {
      title: 'matches:room',
      conversation: true,
      texts: ['tournaments', 'brackets', 'form'],
    }),
  ),
  createRoute({
    ...page('/esport/tournament/$id/$tab', tournament, 'TournamentTabPage', {
      title: 'tournaments:one.tabTitle',
      public: true,
      source: 'tournament',
    }),
    loader: ({ route, params }) => needs(route, tournamentQuery(Number(params.id))),
  }),
  createRoute(page('/cart', () => import('@/pages/cart'), 'CartPage', { title: 'cart:title' })),
  createRoute({
    ...page('/auth/login', () => import('@/pages/auth/login'), 'LoginPage', {
      title: 'account:login.title',
      texts: ['mobile', 'form'],
    }),
    validateSearch: search.loginSearch,
  }),
  createRoute({ ...back('/login'), validateSearch: callbackSearch }),
  createRoute({ ...back('/callback'), validateSearch: callbackSearch }),
  createRoute({ ...back('/callback/result'), validateSearch: callbackSearch }),
  createRoute({
    ...page('/mail/unsubscribe', () => import('@/pages/mail/unsubscribe'), 'UnsubscribePage', { title: 'mail:off.title' }),
    validateSearch: search.stringParams('token'),
  }),
  createRoute({
    ...page('/payment/process', () => import('@/pages/payment/process'), 'ProcessPage', {
      title: 'orders:process.title',
      texts: ['cart', 'coupons'],
    }),
    validateSearch: search.processSearch,
  }),
  createRoute({
    ...page('/promtpay', () => import('@/pages/promtpay'), 'PromptPayPage', { title: 'orders:promptpay.title' }),
    validateSearch: search.stringParams('number'),
  }),
  createRoute({
    ...page('/purchase/result', () => import('@/pages/purchase/result'), 'ResultPage', { title: 'orders:result.title' }),
    validateSearch: search.stringParams('number', 'state'),
  }),
  createRoute({
    ...page('/purchase/line', () => import('@/pages/purchase/line'), 'LinePage', { title: 'line:title' }),
    validateSearch: search.lineSearch,
  }),
  createRoute({
    ...page('/track', () => import('@/pages/track'), 'TrackPage', {
      title: 'orders:track.title',
      description: 'orders:track.description',
      public: true,
    }),
    validateSearch: search.stringParams('number'),
  }),
  createRoute(moved('/account', '/account/dashboard')),
  createRoute(
    page('/account/dashboard', () => import('@/pages/account/dashboard'), 'DashboardPage', {
      title: 'account:dashboard.title',
      texts: ['mobile', 'orders', 'inbox'],
    }),
  ),
  createRoute(
    page('/account/profile', () => import('@/pages/account/profile'), 'ProfilePage', {
      title: 'profile:title',
      texts: ['account', 'form', 'mail'],
    }),
  ),
  createRoute(
    page('/account/change-password', () => import('@/pages/account/change-password'), 'ChangePasswordPage', {
      title: 'profile:password.title',
      texts: ['account', 'form'],
    }),
  ),
  createRoute({
    ...page('/account/verify', () => import('@/pages/account/verify'), 'VerifyPage', { title: 'mobile:verify.title', texts: ['stuck'] }),
    validateSearch: search.stringParams('returnTo'),
  }),
  createRoute({
    ...page('/account/verify-email', () => import('@/pages/account/verify-email'), 'VerifyEmailPage', {
      title: 'mail:verify.title',
      texts: ['mobile', 'stuck'],
    }),
    validateSearch: search.stringParams('returnTo'),
  }),
  createRoute({
    ...page('/account/purchased', () => import('@/pages/account/purchased'), 'PurchasedPage', {
      title: 'orders:purchased.title',
      texts: ['account'],
    }),
    validateSearch: search.purchasedSearch,
  }),
  createRoute(
    page('/account/subscriptions', () => import('@/pages/account/subscriptions'), 'SubscriptionsPage', {
      title: 'numbers:title',
      texts: ['account'],
    }),
  ),
  createRoute({
    ...page('/account/inbox', () => import('@/pages/account/inbox'), 'InboxPage', { title: 'inbox:title', texts: ['account', 'notices'] }),
    validateSearch: search.inboxSearch,
  }),
  createRoute({
    ...page('/account/threads', () => import('@/pages/account/threads'), 'ThreadsPage', { title: 'support:title', texts: ['account'] }),
    validateSearch: search.threadsSearch,
  }),
  createRoute(
    page('/account/threads/$id', () => import('@/pages/account/thread'), 'ThreadPage', {
      title: 'support:title',
      conversation: true,
      texts: ['account', 'orders', 'messages', 'form'],
    }),
  ),
  createRoute(
    page('/account/favorites', () => import('@/pages/account/favorites'), 'FavoritesPage', {
      title: 'favorites:title',
      texts: ['account', 'home'],
    }),
  ),
  createRoute({
    ...page('/account/coupons', () => import('@/pages/account/coupons'), 'CouponsPage', { title: 'coupons:title', texts: ['account'] }),
    validateSearch: search.couponsSearch,
  }),
  createRoute(
    page('/account/team', () => import('@/pages/account/team'), 'TeamPage', {
      title: 'teams:title',
      texts: ['account', 'form', 'promoters', 'tournaments'],
    }),
  ),
  createRoute(
    page('/account/promoter', () => import('@/pages/account/promoter'), 'PromoterPage', {
      title: 'promoters:title',
      texts: ['account', 'profile'],
    }),
  ),
  createRoute({
    ...page('/esport/teams', () => import('@/pages/esport/teams'), 'TeamsPage', {
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
    ...page('/esport/team/$id', () => import('@/pages/esport/team'), 'PublicTeamPage', {
      title: 'teams:team.title',
      description: 'teams:team.description',
      texts: ['tournaments'],
      public: true,
      source: 'team',
    }),
    loader: ({ route, params }) => needs(route, teamQuery(Number(params.id))),
  }),
  createRoute({
    ...page('/esport/player/$id', () => import('@/pages/esport/player'), 'PlayerPage', {
      title: 'teams:player.title',
      description: 'teams:player.description',
      texts: ['tournaments'],
      public: true,
      source: 'player',
    }),
    loader: ({ route, params }) => needs(route, playerQuery(Number(params.id))),
  }),
  createRoute({
    ...page('/account/form-tournament', () => import('@/pages/account/form-tournament'), 'FormTournamentPage', {
      title: 'tournamentForm:title',
      texts: ['account', 'form', 'tournaments'],
    }),
    validateSearch: search.formTournamentSearch,
  }),
  createRoute({
    ...page('/esport/tournament/$id/register', () => import('@/pages/esport/tournament/register'), 'RegisterPage', {
      title: 'registration:title',
      texts: ['tournaments', 'form'],
    }),
    validateSearch: search.registerSearch,
  }),
  createRoute(
    page('/esport/tournament/$id/tv', () => import('@/pages/esport/tournament/tv'), 'TvPage', {
      title: 'show:tv.title',
      texts: ['brackets', 'boards', 'tournaments'],
      bare: true,
    }),
  ),
  createRoute({
    ...page('/esport/tournament/$id/embed', () => import('@/pages/esport/tournament/embed'), 'EmbedPage', {
      title: 'show:embed.title',
      texts: ['brackets', 'boards', 'tournaments'],
      bare: true,
      embeddable: true,
    }),
    validateSearch: search.embedSearch,
  }),
  createRoute({
    ...page('/esport/tournament/$id/overlay', () => import('@/pages/esport/tournament/overlay'), 'OverlayPage', {
      title: 'show:overlay.title',
      texts: ['brackets', 'boards'],
      bare: true,
      embeddable: true,
    }),
    validateSearch: search.overlaySearch,
  }),
  createRoute({
    ...page('/esport/tournament/$id/manage', () => import('@/pages/esport/tournament/manage'), 'DeskPage', {
      title: 'desk:title',
      texts: ['tournaments', 'registration'],
    }),
    validateSearch: search.manageSearch,
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
  createRoute(
    page('/terms', () => import('@/pages/terms'), 'TermsPage', {
      title: 'pages:terms.title',
      description: 'pages:terms.description',
      public: true,
    }),
  ),
  createRoute(
    page('/privacy', () => import('@/pages/privacy'), 'PrivacyPage', {
      title: 'pages:privacy.title',
      description: 'pages:privacy.description',
      public: true,
    }),
  ),
  createRoute({
    ...page('/contact', () => import('@/pages/contact'), 'ContactPage', {
      title: 'pages:contact.title',
      description: 'pages:contact.description',
      texts: ['manual'],
      public: true,
      source: 'faq',
    }),
    validateSearch: search.stringParams('order', 'topic', 'tournament', 'from'),
    loader: ({ route }) => needs(route, faqQuery(language())),
  }),
  createRoute(
    page('/services', () => import('@/pages/services'), 'ServicesPage', {
      title: 'pages:services.title',
      description: 'pages:services.description',
      public: true,
    }),
  ),
  createRoute(
    page('/error404', () => import('./not-found'), 'NotFoundPage', {
      title: 'common:error.notFoundTitle',
      public: true,
      indexed: false,
      status: 404,
    }),
  ),
  createRoute(page('/error500', () => import('./crash-page'), 'ServerErrorPage', { title: 'common:error.serverTitle', status: 500 })),
] as const
