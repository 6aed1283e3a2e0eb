import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTopic } from '@/live'
import type { Bracket, BracketLive, BracketStage, Tournament } from '@/api/generated'
import { tournamentQuery } from '@/features/tournaments/loaded'
import { bracketQuery, noteEvent } from './queries'

/** Viewers of one tournament refetch within this time, not all at once. */
const SPREAD_MS = 3_000
/** After an event the answers come from the cache. */
const SPREAD_TOLD_MS = 500

/** Returns the bracket with an event's changes; undefined if an event between the two was missed, so that it has to be fetched again. */
export function withChanges(shown: Bracket, told: BracketLive): Bracket | undefined {
  if (told.tournamentId !== shown.tournamentId || told.version <= shown.version) return shown
  const stages = shown.stages.map((stage) => (stage.stage === told.stage ? { ...stage, ...progress(stage, told.decided) } : stage))
  // The version covers the whole tournament: another stage's change leaves this one alone, but an earlier event of this stage may be missing.
  if (told.stage !== shown.stage) return told.version === shown.version + 1 ? { ...shown, stages, version: told.version } : undefined
  if (shown.version < told.since) return undefined
  const ranks = new Map(told.ranks.map(({ contestantId, rank }) => [contestantId, rank ?? null]))
  return {
    ...shown,
    stages,
    version: told.version,
    matches: replaced(shown.matches, told.matches, ({ id }) => id),
    groups: replaced(shown.groups, told.groups, ({ group }) => group),
    survivor: replaced(shown.survivor, told.survivor, ({ group }) => group),
    entrants:
      ranks.size === 0
        ? shown.entrants
        : shown.entrants.map((entrant) =>
            ranks.has(entrant.contestantId) ? { ...entrant, rank: ranks.get(entrant.contestantId) ?? null } : entrant,
          ),
  }
}

/** A published stage is decided with its last match, and reopens when a result is withdrawn. */
function progress({ state, matches }: BracketStage, decided: number): Pick<BracketStage, 'state' | 'decided'> {
  const open = state === 'published' || state === 'decided'
  return { decided, state: open ? (matches > 0 && matches === decided ? 'decided' : 'published') : state }
}

/** Replaces the shown items with the updated ones, by key. New items come last; unchanged ones stay the same object. */
function replaced<T>(shown: T[], told: readonly T[], key: (item: T) => number): T[] {
  if (told.length === 0) return shown
  const news = new Map(told.map((item) => [key(item), item]))
  const kept = shown.map((item) => {
    const fresh = news.get(key(item))
    news.delete(key(item))
    return fresh ?? item
  })
  return [...kept, ...news.values()]
}

/** Returns a stage's bracket, which keeps itself current. `published`: before publication there is nothing to fetch. */
export function useBracket(id: number, stage: number | undefined, published: boolean) {
  const client = useQueryClient()
  const asked = bracketQuery(id, stage)
  const query = useQuery({ ...asked, enabled: published })
  const later = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(later.current), [])
  const changed = (told: BracketLive) => {
    noteEvent(told)
    const shown = client.getQueryData(asked.queryKey)
    if (!shown) return
    const next = withChanges(shown, told)
    if (next) {
      client.setQueryData(asked.queryKey, next)
      return
    }
    later.current ??= setTimeout(() => {
      later.current = undefined
      void query.refetch()
    }, Math.random() * SPREAD_MS)
  }
  useTopic(query.data?.live, { 'bracket.changed': changed }, { onReload: () => void query.refetch() })
  return query
}

/** Until a draw is published there is nothing to show; the tournament's event announces it. */
export function usePublication({ id, bracketPublishedAt }: Pick<Tournament, 'id' | 'bracketPublishedAt'>): boolean {
  const client = useQueryClient()
  const published = Boolean(bracketPublishedAt)
  const later = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(later.current), [])
  // Spread out, so that waiting clients do not all refetch at once.
  const again = (spread: number) => {
    clearTimeout(later.current)
    const { queryKey } = tournamentQuery(id)
    later.current = setTimeout(() => void client.invalidateQueries({ queryKey }), Math.random() * spread)
  }
  const changed = (told: BracketLive) => {
    noteEvent(told)
    again(SPREAD_TOLD_MS)
  }
  const topic = { topic: `public:bracket:${id}` }
  useTopic(published ? undefined : topic, { 'bracket.changed': changed }, { onReload: () => again(SPREAD_MS) })
  return published
}
