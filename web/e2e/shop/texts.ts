import { createInstance } from 'i18next'
import { inLanguage, type Language } from '../../src/i18n/language'
import { joinThai } from '../../vite.thai'
import accountEn from '../../src/i18n/en/account'
import articlesEn from '../../src/i18n/en/articles'
import boardsEn from '../../src/i18n/en/boards'
import bracketsEn from '../../src/i18n/en/brackets'
import cartEn from '../../src/i18n/en/cart'
import commonEn from '../../src/i18n/en/common'
import competitionEn from '../../src/i18n/en/competition'
import consoleEn from '../../src/i18n/en/console'
import consoleOrdersEn from '../../src/i18n/en/consoleOrders'
import consoleTodayEn from '../../src/i18n/en/consoleToday'
import correctionsEn from '../../src/i18n/en/corrections'
import couponsEn from '../../src/i18n/en/coupons'
import deskEn from '../../src/i18n/en/desk'
import drawEn from '../../src/i18n/en/draw'
import doorwayEn from '../../src/i18n/en/doorway'
import drawShowEn from '../../src/i18n/en/drawShow'
import favoritesEn from '../../src/i18n/en/favorites'
import formEn from '../../src/i18n/en/form'
import gamesEn from '../../src/i18n/en/games'
import homeEn from '../../src/i18n/en/home'
import inboxEn from '../../src/i18n/en/inbox'
import mailEn from '../../src/i18n/en/mail'
import manualEn from '../../src/i18n/en/manual'
import matchesEn from '../../src/i18n/en/matches'
import numbersEn from '../../src/i18n/en/numbers'
import offlineEn from '../../src/i18n/en/offline'
import operatorEn from '../../src/i18n/en/operator'
import messagesEn from '../../src/i18n/en/messages'
import mobileEn from '../../src/i18n/en/mobile'
import noticesEn from '../../src/i18n/en/notices'
import ordersEn from '../../src/i18n/en/orders'
import pagesEn from '../../src/i18n/en/pages'
import profileEn from '../../src/i18n/en/profile'
import promotersEn from '../../src/i18n/en/promoters'
import registrationEn from '../../src/i18n/en/registration'
import scoresEn from '../../src/i18n/en/scores'
import shellEn from '../../src/i18n/en/shell'
import showEn from '../../src/i18n/en/show'
import stuckEn from '../../src/i18n/en/stuck'
import supportEn from '../../src/i18n/en/support'
import syncEn from '../../src/i18n/en/sync'
import teamsEn from '../../src/i18n/en/teams'
import tournamentFormEn from '../../src/i18n/en/tournamentForm'
import tournamentsEn from '../../src/i18n/en/tournaments'
import accountTh from '../../src/i18n/th/account'
import articlesTh from '../../src/i18n/th/articles'
import boardsTh from '../../src/i18n/th/boards'
import bracketsTh from '../../src/i18n/th/brackets'
import cartTh from '../../src/i18n/th/cart'
import commonTh from '../../src/i18n/th/common'
import competitionTh from '../../src/i18n/th/competition'
import consoleTh from '../../src/i18n/th/console'
import consoleOrdersTh from '../../src/i18n/th/consoleOrders'
import consoleTodayTh from '../../src/i18n/th/consoleToday'
import correctionsTh from '../../src/i18n/th/corrections'
import couponsTh from '../../src/i18n/th/coupons'
import deskTh from '../../src/i18n/th/desk'
import drawTh from '../../src/i18n/th/draw'
import doorwayTh from '../../src/i18n/th/doorway'
import drawShowTh from '../../src/i18n/th/drawShow'
import favoritesTh from '../../src/i18n/th/favorites'
import formTh from '../../src/i18n/th/form'
import gamesTh from '../../src/i18n/th/games'
import homeTh from '../../src/i18n/th/home'
import inboxTh from '../../src/i18n/th/inbox'
import mailTh from '../../src/i18n/th/mail'
import manualTh from '../../src/i18n/th/manual'
import matchesTh from '../../src/i18n/th/matches'
import numbersTh from '../../src/i18n/th/numbers'
import offlineTh from '../../src/i18n/th/offline'
import operatorTh from '../../src/i18n/th/operator'
import messagesTh from '../../src/i18n/th/messages'
import mobileTh from '../../src/i18n/th/mobile'
import noticesTh from '../../src/i18n/th/notices'
import ordersTh from '../../src/i18n/th/orders'
import pagesTh from '../../src/i18n/th/pages'
import profileTh from '../../src/i18n/th/profile'
import promotersTh from '../../src/i18n/th/promoters'
import registrationTh from '../../src/i18n/th/registration'
import scoresTh from '../../src/i18n/th/scores'
import shellTh from '../../src/i18n/th/shell'
import showTh from '../../src/i18n/th/show'
import stuckTh from '../../src/i18n/th/stuck'
import supportTh from '../../src/i18n/th/support'
import syncTh from '../../src/i18n/th/sync'
import teamsTh from '../../src/i18n/th/teams'
import tournamentFormTh from '../../src/i18n/th/tournamentForm'
import tournamentsTh from '../../src/i18n/th/tournaments'

export type { Language } from '../../src/i18n/language'

const th = {
  account: accountTh,
  articles: articlesTh,
  boards: boardsTh,
  brackets: bracketsTh,
  cart: cartTh,
  common: commonTh,
  competition: competitionTh,
  console: consoleTh,
  consoleOrders: consoleOrdersTh,
  consoleToday: consoleTodayTh,
  corrections: correctionsTh,
  coupons: couponsTh,
  desk: deskTh,
  draw: drawTh,
  doorway: doorwayTh,
  drawShow: drawShowTh,
  favorites: favoritesTh,
  form: formTh,
  games: gamesTh,
  home: homeTh,
  inbox: inboxTh,
  mail: mailTh,
  manual: manualTh,
  matches: matchesTh,
  numbers: numbersTh,
  offline: offlineTh,
  operator: operatorTh,
  messages: messagesTh,
  mobile: mobileTh,
  notices: noticesTh,
  orders: ordersTh,
  pages: pagesTh,
  profile: profileTh,
  promoters: promotersTh,
  registration: registrationTh,
  scores: scoresTh,
  shell: shellTh,
  show: showTh,
  stuck: stuckTh,
  support: supportTh,
  sync: syncTh,
  teams: teamsTh,
  tournamentForm: tournamentFormTh,
  tournaments: tournamentsTh,
}
const en = {
  account: accountEn,
  articles: articlesEn,
  boards: boardsEn,
  brackets: bracketsEn,
  cart: cartEn,
  common: commonEn,
  competition: competitionEn,
  console: consoleEn,
  consoleOrders: consoleOrdersEn,
  consoleToday: consoleTodayEn,
  corrections: correctionsEn,
  coupons: couponsEn,
  desk: deskEn,
  draw: drawEn,
  doorway: doorwayEn,
  drawShow: drawShowEn,
  favorites: favoritesEn,
  form: formEn,
  games: gamesEn,
  home: homeEn,
  inbox: inboxEn,
  mail: mailEn,
  manual: manualEn,
  matches: matchesEn,
  numbers: numbersEn,
  offline: offlineEn,
  operator: operatorEn,
  messages: messagesEn,
  mobile: mobileEn,
  notices: noticesEn,
  orders: ordersEn,
  pages: pagesEn,
  profile: profileEn,
  promoters: promotersEn,
  registration: registrationEn,
  scores: scoresEn,
  shell: shellEn,
  show: showEn,
  stuck: stuckEn,
  support: supportEn,
  sync: syncEn,
  teams: teamsEn,
  tournamentForm: tournamentFormEn,
  tournaments: tournamentsEn,
}

/** A Thai text as pages show it: no line breaks inside its words. */
export const shown = joinThai

/** The texts of a file as the build has them. */
const built = <Part>(part: Part): Part =>
  typeof part === 'string'
    ? (shown(part) as Part)
    : Array.isArray(part)
      ? (part.map(built) as Part)
      : (Object.fromEntries(Object.entries(part as object).map(([key, value]) => [key, built(value)])) as Part)

const texts = createInstance()
void texts.init({
  resources: { th: built(th), en },
  supportedLngs: ['th', 'en'],
  fallbackLng: false,
  ns: Object.keys(th),
  initAsync: false,
  interpolation: { escapeValue: false },
})

/** The texts that a person reads in one language, from the very files that the web reads: `t('orders:promptpay.save')`. */
export function speaker(language: Language): {
  t: (key: string, values?: Record<string, unknown>) => string
  at: (path: string) => string
} {
  return {
    t: (key, values = {}) => {
      const text = texts.t(key, { ...values, lng: language })
      // A key that is not there would be looked for as it is and not be found, which some tests would take for success.
      if (!texts.exists(key, { ...values, lng: language })) throw new Error(`no text ${language} ${key}`)
      return text
    },
    at: (path) => {
      const [pathname = '/', search] = path.split('?')
      return inLanguage(pathname, language) + (search ? `?${search}` : '')
    },
  }
}
