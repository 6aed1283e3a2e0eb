import { create } from 'zustand'

const KEY = 'manao.searches'
const KEPT = 6
const LONGEST = 60

function read(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter((word) => typeof word === 'string').slice(0, KEPT) : []
  } catch {
    return []
  }
}

function write(words: string[]): void {
  useRecentSearches.setState(words, true)
  try {
    if (words.length > 0) localStorage.setItem(KEY, JSON.stringify(words))
    else localStorage.removeItem(KEY)
  } catch {
    // Storage may be refused; then it lasts as long as the page.
  }
}

/** The searches made in this browser, the latest first; they stay here. */
export const useRecentSearches = create<string[]>(() => [])

/** Called when they are shown: the server's page has none. */
export const readSearches = (): void => useRecentSearches.setState(read(), true)

export function rememberSearch(typed: string): void {
  const word = typed.trim().slice(0, LONGEST)
  if (word.length < 2) return
  write([word, ...read().filter((known) => known.toLowerCase() !== word.toLowerCase())].slice(0, KEPT))
}

export const forgetSearches = (): void => write([])
