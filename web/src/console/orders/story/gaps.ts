import type { StoryEntry } from '@/api/generated'
import { after, BEGINNING, waitsFor, type Waiting } from './standing'

/** Time in which nothing was heard. */
export interface Gap {
  seconds: number
  /** Undefined if nothing was pending. */
  waiting: Waiting | undefined
}

/** A shorter one is the usual course of things. */
const LEAST_SECONDS = 120

export interface ToldEntry {
  entry: StoryEntry
  /** The silence before it, if it was long. */
  gap?: Gap
}

export interface Told {
  entries: ToldEntry[]
  /** Whom the order waits for now, and since when. */
  now: { waiting: Waiting; since: string } | undefined
}

/** Marks the long silences of a story, and says whom the order waited for in each. */
export function tell(story: readonly StoryEntry[], items: number): Told {
  let standing = BEGINNING
  let since: { waiting: Waiting | undefined; at: string } | undefined
  const entries = story.map((entry, index): ToldEntry => {
    const before = story[index - 1]
    const waiting = waitsFor(standing, items)
    const seconds = before ? Math.floor((Date.parse(entry.at) - Date.parse(before.at)) / 1000) : 0
    standing = after(standing, entry)
    const next = waitsFor(standing, items)
    if (!since || since.waiting !== next) since = { waiting: next, at: entry.at }
    return seconds > LEAST_SECONDS ? { entry, gap: { seconds, waiting } } : { entry }
  })
  return { entries, now: since?.waiting && { waiting: since.waiting, since: since.at } }
}
