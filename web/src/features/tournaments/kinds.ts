import type { TournamentCategory, TournamentFormat, TournamentPhase } from '@/api/generated'
import { FORMAT_NAMES } from './formats'

// The filters of the list, in the order offered.
export const PHASES = ['register', 'competition', 'upcoming', 'draw', 'finished', 'cancelled'] as const satisfies TournamentPhase[]
export const CATEGORIES = ['Open', 'S', 'U', 'C', 'Pro'] as const satisfies TournamentCategory[]
export const TYPES = ['team', 'single'] as const
export const MINE = ['entered', 'run'] as const

/** The list's filter in the address; everything but the page narrows it. */
export interface TournamentSearch {
  q?: string
  /** A game's number. */
  game?: number
  category?: (typeof CATEGORIES)[number]
  format?: TournamentFormat
  type?: (typeof TYPES)[number]
  phase?: (typeof PHASES)[number]
  mine?: (typeof MINE)[number]
  /** The Monday of the week shown as a calendar: `2026-11-23`. */
  week?: string
  page?: number
}

const WORDS: Record<string, readonly unknown[]> = { category: CATEGORIES, format: FORMAT_NAMES, type: TYPES, phase: PHASES, mine: MINE }

/** Returns the valid parts of an address; the rest is left out. */
export function understood(search: TournamentSearch): TournamentSearch {
  return Object.fromEntries(Object.entries(search).filter(([name, value]) => WORDS[name]?.includes(value) ?? true))
}

/** The tabs of a tournament's page with an address of their own, beside the first and the bracket. */
export const TABS = ['entrants', 'matches', 'rules'] as const
export type Tab = 'overview' | 'bracket' | (typeof TABS)[number]
