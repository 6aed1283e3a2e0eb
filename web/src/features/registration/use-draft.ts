import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Entry, registrationGetMine, registrationSave, type TournamentMe } from '@/api/generated'
import type { DocumentKind } from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { useSession } from '@/api/session'
import { type RosterPlayer, fitsPattern } from './roster'

const PAUSE_MS = 700

/** The choices of the captain (or the single player) so far. */
export interface Draft {
  chosen: readonly RosterPlayer[]
  /** The caller's own documents, by kind. */
  documents: Readonly<Partial<Record<DocumentKind, string>>>
}

/** Builds the draft from the stored entry, which may come from another device. */
export function draftOf(entry: Entry | null | undefined, me: number | undefined): Draft {
  const own = entry?.players.find(({ userId }) => userId === me)?.documents ?? []
  return {
    chosen: entry?.players.filter(({ left }) => !left).map(({ userId, role, gameId }) => ({ userId, role, gameId })) ?? [],
    documents: Object.fromEntries(own.flatMap(({ kind, documentId }) => (documentId ? [[kind, documentId]] : []))),
  }
}

/** Returns the players for the request: a half-typed ID is left out. */
export const sentPlayers = (chosen: readonly RosterPlayer[], pattern: string) =>
  chosen.map((each) => ({ ...each, gameId: fitsPattern(each.gameId, pattern) ? each.gameId.trim() : '' }))

/** Rebases a draft from its `base` to a newer entry: local changes stay, and the rest follows others' changes. */
export function rebased(base: Draft, mine: Draft, theirs: Draft): Draft {
  const find = ({ chosen }: Draft, id: number) => chosen.find(({ userId }) => userId === id)
  const same = (one: RosterPlayer | undefined, other: RosterPlayer | undefined) =>
    one?.role === other?.role && one?.gameId === other?.gameId
  const kept = mine.chosen.flatMap((player) => {
    const [before, now] = [find(base, player.userId), find(theirs, player.userId)]
    if (!same(before, player)) return [now ? { ...now, ...changes(before, player) } : player]
    return now ? [now] : []
  })
  const added = theirs.chosen.filter(({ userId }) => !find(base, userId) && !find(mine, userId))
  const given = Object.entries(mine.documents).filter(([kind, id]) => base.documents[kind as DocumentKind] !== id)
  return { chosen: [...kept, ...added], documents: { ...theirs.documents, ...Object.fromEntries(given) } }
}

const changes = (before: RosterPlayer | undefined, { role, gameId }: RosterPlayer) => ({
  ...(role !== before?.role && { role }),
  ...(gameId !== before?.gameId && { gameId }),
})

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
  /** Saves pending changes; returns the entry as the server has it then. */
  flush: () => Promise<Entry>
  send: () => Promise<Entry>
}

/** A draft on the server: saved a moment after each change, one call after the other, and once more when the page closes. */
export function useDraft(tournamentId: number, teamId: number | undefined, pattern: string, first: Draft, entry?: Entry | null): Keeping {
  const queries = useQueryClient()
  const [draft, setDraft] = useState(first)
  const [dirty, setDirty] = useState(false)
  const newest = useRef(first)
  // The entry as this draft knows it.
  const known = useRef({ draft: first, version: entry?.version })
  const me = useSession((session) => session.me?.id)
  const saving = useMutation({
    // One after the other, so that the last change wins.
    scope: { id: `entry-${tournamentId}` },
    mutationFn: async (asDraft: boolean) => {
      const save = async () => {
        const told = newest.current
        const { version } = known.current
        const body = { ...bodyOf(tournamentId, teamId, pattern, told, asDraft), ...(version !== undefined && { version }) }
        const entry = await answerOf(registrationSave({ body }))
        known.current = { draft: told, version: entry.version }
        if (newest.current === told) setDirty(false)
        return entry
      }
      try {
        return await save()
      } catch (error) {
        if (problemOf(error).code !== 'entry_changed') throw error
        // A player added their part in the meantime, or staff changed the roster: their changes stay, and so does the input here.
        const { entry } = await answerOf(registrationGetMine({ body: { tournamentId } }))
        const theirs = draftOf(entry, me)
        newest.current = rebased(known.current.draft, newest.current, theirs)
        known.current = { draft: theirs, version: entry?.version }
        setDraft(newest.current)
        return save()
      }
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
