import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Entry, registrationSave, type TournamentMe } from '@/api/generated'
import type { DocumentKind } from '@/api/generated'
import { answerOf } from '@/api/problem'
import { type Chosen, fitsPattern } from './roster'

const PAUSE_MS = 700

/** What the captain (or the single player) has chosen so far. */
export interface Draft {
  chosen: readonly Chosen[]
  /** The caller's own documents, by kind. */
  documents: Readonly<Partial<Record<DocumentKind, string>>>
}

/** As the entry was left, here or on another device. */
export function draftOf(entry: Entry | null | undefined, me: number | undefined): Draft {
  const own = entry?.players.find(({ userId }) => userId === me)?.documents ?? []
  return {
    chosen: entry?.players.filter(({ left }) => !left).map(({ userId, role, gameId }) => ({ userId, role, gameId })) ?? [],
    documents: Object.fromEntries(own.flatMap(({ kind, documentId }) => (documentId ? [[kind, documentId]] : []))),
  }
}

/** As they are sent: an ID that is half typed is none yet. */
export const sentPlayers = (chosen: readonly Chosen[], pattern: string) =>
  chosen.map((each) => ({ ...each, gameId: fitsPattern(each.gameId, pattern) ? each.gameId.trim() : '' }))

const bodyOf = (tournamentId: number, teamId: number | undefined, pattern: string, { chosen, documents }: Draft, draft: boolean) => ({
  tournamentId,
  ...(teamId !== undefined && { teamId }),
  players: sentPlayers(chosen, pattern),
  documents: Object.entries(documents).map(([kind, documentId]) => ({ kind: kind as DocumentKind, documentId })),
  draft,
})

interface Keeping {
  draft: Draft
  change: (draft: Draft) => void
  state: 'kept' | 'keeping' | 'waiting' | 'failed'
  problem: Error | null
  /** Keeps what is not kept yet; answers the entry as the server has it then. */
  flush: () => Promise<Entry>
  send: () => Promise<Entry>
}

/** A draft on the server: it is kept a moment after each change, one call after the other, and once more when the page goes. */
export function useDraft(tournamentId: number, teamId: number | undefined, pattern: string, first: Draft): Keeping {
  const queries = useQueryClient()
  const [draft, setDraft] = useState(first)
  const [dirty, setDirty] = useState(false)
  const newest = useRef(first)
  const saving = useMutation({
    // One after the other, so that the last word stays the last.
    scope: { id: `entry-${tournamentId}` },
    mutationFn: async (asDraft: boolean) => {
      const told = newest.current
      const entry = await answerOf(registrationSave({ body: bodyOf(tournamentId, teamId, pattern, told, asDraft) }))
      if (newest.current === told) setDirty(false)
      return entry
    },
    onSuccess: (entry) => {
      queries.setQueriesData<TournamentMe>({ queryKey: ['tournamentMe', tournamentId] }, (me) => me && { ...me, entry })
    },
  })
  const { mutate, mutateAsync, isPending, isPaused, error, reset } = saving
  const keep = useEffectEvent(() => mutate(true))
  useEffect(() => {
    if (!dirty || draft.chosen.length === 0) return
    const timer = setTimeout(keep, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [draft, dirty])
  return {
    draft,
    change: (next) => {
      newest.current = next
      setDraft(next)
      setDirty(true)
      if (error) reset()
    },
    state: error ? 'failed' : isPaused ? 'waiting' : isPending || (dirty && draft.chosen.length > 0) ? 'keeping' : 'kept',
    problem: error,
    flush: () => mutateAsync(true),
    send: () => mutateAsync(false),
  }
}
