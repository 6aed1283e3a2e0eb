import type { ManualEntry, WholeManualEntry } from './queries'

export interface Branch<E = ManualEntry> {
  entry: E
  below: E[]
}

/** Returns the entries as a tree: a page below another names it before a slash. */
export function treeOf<E extends ManualEntry>(entries: readonly E[]): Branch<E>[] {
  const branches = entries.filter(({ slug }) => !slug.includes('/')).map((entry) => ({ entry, below: [] as E[] }))
  for (const entry of entries) {
    const parent = entry.slug.includes('/') && entry.slug.split('/', 1)[0]
    branches.find((branch) => branch.entry.slug === parent)?.below.push(entry)
  }
  return branches
}

/** Returns the page above this one, if it is below another. */
export function parentOf(entries: readonly ManualEntry[], slug: string): ManualEntry | undefined {
  const [parent, child] = slug.split('/')
  return child === undefined ? undefined : entries.find((entry) => entry.slug === parent)
}

export const pathOf = (slug: string): string => `/manual/${slug}`

export const DOORS = ['player', 'captain', 'promoter'] as const
export type Door = (typeof DOORS)[number]

/** Returns the pages for a reader: first those that name this reader first, each in reading order; the questions come last. */
export function pagesBehind(entries: readonly WholeManualEntry[], door: Door): WholeManualEntry[] {
  const rank = ({ slug, doors }: WholeManualEntry) => (slug === 'faqs' ? doors.length : doors.indexOf(door))
  return entries.filter(({ doors }) => doors.includes(door)).toSorted((one, other) => rank(one) - rank(other))
}
