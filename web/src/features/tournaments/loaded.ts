import { queryOptions, replaceEqualDeep } from '@tanstack/react-query'
import type { Tournament } from '@/api/generated'
import { answerOf } from '@/api/problem'

// Queries that every page has, without delay; other queries about tournaments are in `queries.ts`.

/** The API client is loaded for the first request: a page comes with its answers. */
export const calls = () => import('@/api/generated/sdk.gen')

// The server puts these answers into the page under the same keys.

export const lanesQuery = queryOptions({
  queryKey: ['tournamentLanes'],
  meta: { public: true },
  queryFn: async () => answerOf((await calls()).tournamentLanes()),
  staleTime: 30_000,
})

/** The tournaments of the home page. */
export const currentQuery = queryOptions({
  queryKey: ['currentTournaments'],
  meta: { public: true },
  queryFn: async () => answerOf((await calls()).tournamentCurrent()),
  staleTime: 30_000,
})

interface Versions {
  bracketVersion?: number
  entriesVersion?: number
}

/** The newest versions of each tournament, from events and answers. */
const known = new Map<number, Versions>()

export const versionsOf = (id: number): Versions => known.get(id) ?? {}

/** Notes these versions: from now on no older answer is shown. */
export function noteVersions(id: number, { bracketVersion = 0, entriesVersion = 0 }: Versions): void {
  const { bracketVersion: bracket = 0, entriesVersion: entries = 0 } = versionsOf(id)
  known.set(id, { bracketVersion: Math.max(bracket, bracketVersion), entriesVersion: Math.max(entries, entriesVersion) })
}

export function tournamentQuery(id: number) {
  return queryOptions({
    queryKey: ['tournament', id],
    meta: { public: true },
    queryFn: async () => answerOf((await calls()).tournamentGet({ path: { id }, query: versionsOf(id) })),
    structuralSharing: keepNewer,
    staleTime: 30_000,
  })
}

/** An answer older than an event must not replace it. */
export function keepNewer(shown: unknown, fresh: unknown): Tournament {
  const [before, answer] = [shown as Tournament | undefined, fresh as Tournament]
  if (!before) return answer
  const { phase, next, capacity, score, liveVersion, joined, waiting, entriesVersion } = before
  return replaceEqualDeep(before, {
    ...answer,
    ...(liveVersion > answer.liveVersion && { phase, next, capacity, score, liveVersion }),
    ...(entriesVersion > answer.entriesVersion && { joined, waiting, entriesVersion }),
  })
}
