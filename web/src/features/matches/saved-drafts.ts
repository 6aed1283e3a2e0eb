import { useState } from 'react'
import { create } from 'zustand'
import type { MessagePicture } from '@/api/generated'
import { useSession } from '@/api/session'
import type { GameDraft } from './sheet'

/** A result that is being entered. */
export interface ScoreDraft {
  /** Version of the room when the draft was begun; a later reset is noticed */
  version: number
  /** The two sides; for other sides the draft is worthless */
  sides: string
  games: readonly GameDraft[]
  /** Uploaded already */
  proofs: readonly MessagePicture[]
}

/** A proposal that is being made. */
export interface TimeDraft {
  at?: number
  note: string
}

interface Drafts {
  score: ScoreDraft
  time: TimeDraft
}

const useAll = create<Record<string, object | undefined>>(() => ({}))

const nameOf = (what: keyof Drafts, matchId: number): string => `manao.room.${useSession.getState().me?.id ?? ''}.${what}.${matchId}`

/** Keeps unsent input through a closed dialog and a reload, without a time limit. A sign-out deletes it. */
export function saveDraft<What extends keyof Drafts>(what: What, matchId: number, draft: Drafts[What] | undefined): void {
  const name = nameOf(what, matchId)
  useAll.setState({ [name]: draft })
  try {
    if (draft) sessionStorage.setItem(name, JSON.stringify(draft))
    else sessionStorage.removeItem(name)
  } catch {
    // It then lives as long as the page.
  }
}

export function loadDraft<What extends keyof Drafts>(what: What, matchId: number): Drafts[What] | undefined {
  const name = nameOf(what, matchId)
  const all = useAll.getState()
  return (name in all ? all[name] : stored(name)) as Drafts[What] | undefined
}

/** Returns the saved draft of a match, kept up to date. */
export function useSavedDraft<What extends keyof Drafts>(what: What, matchId: number): Drafts[What] | undefined {
  const name = nameOf(what, matchId)
  const [first] = useState(() => loadDraft(what, matchId))
  return useAll((all) => (name in all ? all[name] : first)) as Drafts[What] | undefined
}

function stored(name: string): object | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}
