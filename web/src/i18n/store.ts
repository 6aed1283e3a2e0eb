import { load } from '@/ui/load'
import type { Language } from './language'
import { translate, type Values } from './translate'

export type Translate = (key: string, values?: Values) => string | unknown[]

/** The texts of the first pages; the paths of all others are known a moment later. */
const firstFiles = import.meta.glob<{ default: object }>('./{th,en}/{common,games,home}.ts')

/** The texts that have been loaded, by language and namespace. */
const files = new Map<string, object>()
const loading = new Map<string, Promise<void>>()
/** Namespaces that were requested. A change of the language loads them all. */
const requested = new Set<string>()
/** One function for each namespace, replaced when its texts change. */
const translators = new Map<string, Translate>()
const listeners = new Set<() => void>()
let current: Language = 'th'
/** The language that the page is changing to. */
let chosen: Language = current

export const language = (): Language => current

export function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function announce() {
  for (const listener of listeners) listener()
}

/** Returns the texts of a namespace in the current language. A text that is still loading is blank; its key is never shown. */
export function translator(namespace: string): Translate {
  const known = translators.get(namespace)
  if (known) return known
  const made: Translate = (key, values = {}) => find(namespace, key, values) ?? (values.returnObjects ? [] : '')
  translators.set(namespace, made)
  return made
}

/** Returns a text in the current language, if there is one. */
export function find(namespace: string, key: string, values: Values = {}): string | unknown[] | undefined {
  return translate(files.get(`${current}/${namespace}`), key, values, current)
}

export const isLoaded = (namespace: string): boolean => files.has(`${current}/${namespace}`)

/** Resolves when the texts are loaded, in the language of the page; retries until they are. */
export async function loadTexts(namespaces: readonly string[]): Promise<void> {
  for (const namespace of namespaces) requested.add(namespace)
  // The language may change meanwhile.
  // oxlint-disable-next-line no-await-in-loop
  while (!namespaces.every(isLoaded)) await loadFiles(current, namespaces)
}

/** Loads all requested texts in the other language, then changes all of them at once. The last call counts. */
export async function changeLanguage(next: Language): Promise<void> {
  chosen = next
  const isReady = () => [...requested].every((namespace) => files.has(`${next}/${namespace}`))
  // More may be requested meanwhile.
  // oxlint-disable-next-line no-await-in-loop
  while (!isReady()) await loadFiles(next, [...requested])
  if (chosen !== next || current === next) return
  current = next
  translators.clear()
  announce()
}

async function loadFiles(language: Language, namespaces: readonly string[]): Promise<void> {
  await Promise.all(namespaces.map((namespace) => loadFile(language, namespace)))
}

function loadFile(language: Language, namespace: string): Promise<void> | undefined {
  const name = `${language}/${namespace}`
  if (files.has(name)) return undefined
  const pending = loading.get(name)
  if (pending) return pending
  const begun = load(() => fileOf(`./${name}.ts`))
    .then(({ default: texts }) => {
      files.set(name, texts)
      if (language !== current) return
      translators.delete(namespace)
      announce()
    })
    .finally(() => loading.delete(name))
  loading.set(name, begun)
  return begun
}

async function fileOf(path: string): Promise<{ default: object }> {
  const file = firstFiles[path] ?? (await import('./more-files')).files[path]
  if (!file) throw new Error(`no texts ${path}`)
  return file()
}
