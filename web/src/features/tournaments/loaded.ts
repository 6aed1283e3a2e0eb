import { queryOptions, replaceEqualDeep } from '@tanstack/react-query'
import type { Tournament } from '@/api/generated'
import { answerOf } from '@/api/problem'

// Every page has these, which wait for nothing; what else is asked of tournaments stands in `queries.ts`.

/** The client of the API comes when something has to be asked: a page comes with its answers. */
export const calls = () => import('@/api/generated/sdk.gen')

// The server puts these answers into the page under the same keys.

export const lanesQuery = queryOptions({
  queryKey: ['tournamentLanes'],
  meta: { public: true },
  queryFn: async () => answerOf((await calls()).tournamentLanes()),
  staleTime: 30_000,
})

interface Versions {
  bracketVersion?: number
  entriesVersion?: number
}

/** The newest versions of each tournament that an event or an answer has named. */
const known = new Map<number, Versions>()

export const versionsOf = (id: number): Versions => known.get(id) ?? {}

/** From now on no answer is older than these versions. */
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

/** An answer that was made before what an event has told does not take it back. */
export function keepNewer(shown: unknown, fresh: unknown): Tournament {
  const [before, answer] = [shown as Tournament | undefined, fresh as Tournament]
  if (!before) return answer
  const { phase, next, capacity, liveVersion, joined, waiting, entriesVersion } = before
  return replaceEqualDeep(before, {
    ...answer,
    ...(liveVersion > answer.liveVersion && { phase, next, capacity, liveVersion }),
    ...(entriesVersion > answer.entriesVersion && { joined, waiting, entriesVersion }),
  })
}
