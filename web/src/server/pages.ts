import { readFileSync, writeFileSync } from 'node:fs'
import type { AnyRoute, StaticDataRouteOption } from '@tanstack/react-router'
import { pages } from '@/app/pages'
import { firstPages } from '@/app/pages-first'
import { documentTitle } from '@/app/title'
import type { Namespace, TextKey } from '@/i18n'
import type { Language } from '@/i18n/language'

type Both = Record<Language, string>

/** The head of a page that cannot be shown, and the part that every page has. */
interface Head {
  /** With `{{name}}` for values from the page's data; by name if there are several, else the only one, `""`. */
  titles: Record<string, Both>
  description: Both
  /** Files that the browser fetches at once */
  preload: Record<Language, string[]>
}

interface Page extends Head {
  /** `/games/$id`; English has it below `/en` */
  path: string
  public: boolean
  indexed: boolean
  /** Other sites may frame it */
  embeddable: boolean
  /** Names of the API's sources for it; the first answers for its head too */
  sources: readonly string[]
  status: number
}

/** `pages.json`. */
interface Table {
  /** Name of the API's source for the frame around every page */
  frame: string
  pages: Page[]
  /** Addresses that only redirect */
  moved: Array<{ path: string; to: string }>
  missing: Head
  broken: Head
}

/** The description of a page without one of its own. */
const SHOP: TextKey = 'home:description'

const files = import.meta.glob<{ default: object }>('../i18n/{th,en}/*.ts', { eager: true })
const [, , dist = 'dist'] = process.argv
const manifest = JSON.parse(readFileSync(`${dist}/.vite/manifest.json`, 'utf8')) as Record<string, { file: string; imports?: string[] }>

const inBoth = <Value>(make: (language: Language) => Value) => ({ th: make('th'), en: make('en') })

/** Returns a text as in its file. */
const text = (key: TextKey) =>
  inBoth((language) => {
    const [namespace = '', path = ''] = key.split(':')
    let found: unknown = files[`../i18n/${language}/${namespace}.ts`]?.default
    for (const name of path.split('.')) found = (found as Record<string, unknown> | undefined)?.[name]
    if (typeof found !== 'string') throw new Error(`no text ${language} ${key}`)
    return found
  })

function title(key: TextKey): Both {
  const said = text(key)
  return inBoth((language) => documentTitle(said[language]))
}

/** Returns the files of these sources and of all their imports. */
function filesOf(sources: string[], seen = new Set<string>()): Set<string> {
  for (const source of sources) {
    const chunk = manifest[source]
    if (!chunk) throw new Error(`${source} is no file of the built web`)
    const file = `/${chunk.file}`
    if (!seen.has(file)) filesOf(chunk.imports ?? [], seen.add(file))
  }
  return seen
}

interface Row {
  path: string
  data: StaticDataRouteOption
  /** The frames around it, which it needs as well */
  frames: StaticDataRouteOption[]
}

/** Returns a route as a row of the table; of a frame, those of the pages in it. */
function rowsOf({ options, children }: AnyRoute, above = '', frames: StaticDataRouteOption[] = []): Row[] {
  const { path = '', staticData: data = {} } = options as { path?: string; staticData?: StaticDataRouteOption }
  const whole = above ? `${above}/${path}`.replace(/\/+$/, '') : path
  if (!children) return [{ path: whole, data, frames }]
  return (children as AnyRoute[]).flatMap((child) => rowsOf(child, whole, [...frames, data]))
}

/** Files that a page needs unless it is one of the first. */
const MORE = ['src/app/pages.ts', 'src/i18n/more-files.ts']
const first = new Set(firstPages.flatMap((page) => rowsOf(page)).map(({ path }) => path))

/** Every page has these already. */
const entry = filesOf(['index.html'])
const preload = (sources: string[], namespaces: readonly Namespace[]) =>
  inBoth((language) => {
    const all = filesOf([...sources, ...namespaces.map((namespace) => `src/i18n/${language}/${namespace}.ts`)])
    return [...all].filter((file) => !entry.has(file)).sort()
  })

const failed = (key: TextKey): Head => ({ titles: { '': title(key) }, description: text(SHOP), preload: preload([], ['common']) })

/** This build has the file's name instead of a module: vite.pages.ts. */
const sourceOf = async (load: () => Promise<unknown>) => ((await load()) as { source: string }).source

async function pageOf({ path, data: { about, texts = [], load }, frames }: Row): Promise<Page> {
  if (!about || !load) throw new Error(`${path} says nothing of itself`)
  const { public: open = false, indexed = open, embeddable = false, source = [], status = 200 } = about
  const sources = typeof source === 'string' ? [source] : source
  if (open && path.includes('$') && sources.length === 0) throw new Error(`${path} is public: who answers for what it shows (source)?`)
  const modules = await Promise.all([...frames.flatMap((frame) => frame.load ?? []), load].map(sourceOf))
  const namespaces = new Set([...frames.flatMap((frame) => frame.texts ?? []), ...texts, 'common' as const])
  const titles = typeof about.title === 'string' ? { '': about.title } : about.title
  return {
    path,
    titles: Object.fromEntries(Object.entries(titles).map(([name, key]) => [name, title(key)])),
    description: text(about.description ?? SHOP),
    preload: preload([...modules, ...(first.has(path) ? [] : MORE)], [...namespaces]),
    public: open,
    indexed,
    embeddable,
    sources,
    status,
  }
}

async function table(): Promise<Table> {
  const rows = pages.flatMap((route) => rowsOf(route))
  const moved = rows.flatMap(({ path, data: { movedTo } }) => (movedTo ? [{ path, to: movedTo }] : []))
  const paths = new Set(rows.map(({ path }) => path))
  if (paths.size !== rows.length) throw new Error('an address stands twice in the table of pages')
  for (const { path, to } of moved) if (!paths.has(to)) throw new Error(`${path} leads to ${to}, which is no page`)
  return {
    frame: 'config',
    pages: await Promise.all(rows.filter(({ data }) => !data.movedTo).map(pageOf)),
    moved,
    missing: failed('common:error.notFoundTitle'),
    broken: failed('common:error.serverTitle'),
  }
}

writeFileSync(`${dist}/pages.json`, JSON.stringify(await table(), null, 1))
// The app's libraries keep a process alive.
process.exit()
