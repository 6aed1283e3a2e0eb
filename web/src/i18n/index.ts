import i18next, { type BackendModule } from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'
import type account from './th/account'
import type articles from './th/articles'
import type boards from './th/boards'
import type brackets from './th/brackets'
import type cart from './th/cart'
import type common from './th/common'
import type competition from './th/competition'
import type console from './th/console'
import type consoleOrders from './th/consoleOrders'
import type consoleToday from './th/consoleToday'
import type corrections from './th/corrections'
import type coupons from './th/coupons'
import type desk from './th/desk'
import type doorway from './th/doorway'
import type draw from './th/draw'
import type drawShow from './th/drawShow'
import type favorites from './th/favorites'
import type form from './th/form'
import type games from './th/games'
import type home from './th/home'
import type inbox from './th/inbox'
import type line from './th/line'
import type mail from './th/mail'
import type manual from './th/manual'
import type matches from './th/matches'
import type messages from './th/messages'
import type mobile from './th/mobile'
import type notices from './th/notices'
import type numbers from './th/numbers'
import type offline from './th/offline'
import type operator from './th/operator'
import type orders from './th/orders'
import type pages from './th/pages'
import type productTerms from './th/productTerms'
import type profile from './th/profile'
import type promoters from './th/promoters'
import type registration from './th/registration'
import type scores from './th/scores'
import type shell from './th/shell'
import type show from './th/show'
import type stuck from './th/stuck'
import type support from './th/support'
import type sync from './th/sync'
import type teams from './th/teams'
import type tournamentForm from './th/tournamentForm'
import type tournaments from './th/tournaments'
import { load } from '@/ui/load'
import type { Language } from './language'

interface Texts {
  account: typeof account
  articles: typeof articles
  boards: typeof boards
  brackets: typeof brackets
  cart: typeof cart
  common: typeof common
  competition: typeof competition
  console: typeof console
  consoleOrders: typeof consoleOrders
  consoleToday: typeof consoleToday
  corrections: typeof corrections
  coupons: typeof coupons
  desk: typeof desk
  doorway: typeof doorway
  draw: typeof draw
  drawShow: typeof drawShow
  favorites: typeof favorites
  form: typeof form
  games: typeof games
  home: typeof home
  inbox: typeof inbox
  line: typeof line
  mail: typeof mail
  manual: typeof manual
  matches: typeof matches
  messages: typeof messages
  mobile: typeof mobile
  notices: typeof notices
  numbers: typeof numbers
  offline: typeof offline
  operator: typeof operator
  orders: typeof orders
  pages: typeof pages
  productTerms: typeof productTerms
  profile: typeof profile
  promoters: typeof promoters
  registration: typeof registration
  scores: typeof scores
  shell: typeof shell
  show: typeof show
  stuck: typeof stuck
  support: typeof support
  sync: typeof sync
  teams: typeof teams
  tournamentForm: typeof tournamentForm
  tournaments: typeof tournaments
}
export type Namespace = keyof Texts

type Counted<Key extends string> = Key extends `${infer Name}_one` | `${infer Name}_other` ? Name : Key
type Named<Key extends string> = Key extends `${infer Name}_team` | `${infer Name}_player` ? Name | Key : Key
type Bare<Key extends string> = Named<Counted<Key>>
/** Paths of everything that is a `Leaf`: `footer.by`. Plurals, and texts for teams or players, go by their name without the form. */
type Path<T, Leaf> = {
  [Key in keyof T & string]: T[Key] extends Leaf
    ? Bare<Key>
    : T[Key] extends string | readonly unknown[]
      ? never
      : `${Key}.${Path<T[Key], Leaf>}`
}[keyof T & string]
type At<T, Key extends string> = Key extends keyof T
  ? T[Key]
  : Key extends `${infer Head}.${infer Rest}`
    ? Head extends keyof T
      ? At<T[Head], Rest>
      : never
    : never

/** Any text by its full name: `games:game.title`. */
export type TextKey = { [N in Namespace]: `${N}:${Path<Texts[N], string>}` }[Namespace]

/** Values for `{{name}}` in a text; `count` also chooses between one and many. */
type Values = Readonly<Record<string, unknown>>

interface Translate<N extends Namespace> {
  (key: Path<Texts[N], string>, values?: Values): string
  /** A list of texts, as in the file. */
  <Key extends Path<Texts[N], readonly unknown[]>>(key: Key, options: { returnObjects: true }): At<Texts[N], Key>
}

/** The texts of the first pages; the paths of all others are known a moment later. */
const firstFiles = import.meta.glob<{ default: object }>('./{th,en}/{common,games,home}.ts')

/** Texts load with the page that needs them: a file for each feature and language. */
const lazily: BackendModule = {
  type: 'backend',
  init() {},
  read(language, namespace, done) {
    // i18next never retries a failed file.
    void load(() => fileOf(`./${language}/${namespace}.ts`)).then(
      (module) => done(null, module.default),
      (error: Error) => done(error, null),
    )
  },
}

async function fileOf(path: string): Promise<{ default: object }> {
  const file = firstFiles[path] ?? (await import('./more-files')).files[path]
  if (!file) throw new Error(`no texts ${path}`)
  return file()
}

/** The initial language of the page, and the texts of its frame. A rendering server calls it for each page. */
export async function startTexts(start: Language): Promise<void> {
  if (i18next.isInitialized) return changeLanguage(start)
  await i18next
    .use(lazily)
    .use(initReactI18next)
    .init({
      lng: start,
      supportedLngs: ['th', 'en'],
      fallbackLng: false,
      ns: ['common'],
      defaultNS: 'common',
      interpolation: { escapeValue: false },
      // A text that is still loading is blank; its key is never shown.
      parseMissingKeyHandler: () => '',
      react: { useSuspense: false },
    })
}

/** For a route's loader: the page is shown once its texts are loaded. Retries until they are. */
export function texts(...namespaces: Namespace[]): () => Promise<void> {
  return () => i18next.loadNamespaces(namespaces)
}

/** Whether the texts are loaded, in the language of the page. */
export function hasTexts(...namespaces: Namespace[]): boolean {
  return namespaces.every((namespace) => i18next.hasLoadedNamespace(namespace))
}

export function language(): Language {
  return i18next.language === 'en' ? 'en' : 'th'
}

/** Loads every text in use in the other language, then changes all of them at once. */
export async function changeLanguage(next: Language): Promise<void> {
  if (next !== i18next.language) await i18next.changeLanguage(next)
}

/** Whether a text exists, for keys from elsewhere (a code of the server). */
export function hasText(namespace: Namespace, key: string): boolean {
  return i18next.exists(key, { ns: namespace })
}

export function useLanguage(): Language {
  const { i18n } = useTranslation()
  return i18n.language === 'en' ? 'en' : 'th'
}

/** Texts of one feature, in the language of the page. A route's loader has loaded them; any other arrives late. */
export function useTexts<N extends Namespace>(namespace: N): Translate<N> {
  const { t } = useTranslation(namespace)
  // The keys are typed by our own files, in a way that is quick to check.
  return t as unknown as Translate<N>
}

/** Content that carries both languages. */
export function useContent(): (text: { th: string; en: string }) => string {
  const language = useLanguage()
  return (text) => text[language]
}
