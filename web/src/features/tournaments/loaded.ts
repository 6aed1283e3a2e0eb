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

export function tournamentQuery(id: number) {
  return queryOptions({
    queryKey: ['tournament', id],
    meta: { public: true },
    queryFn: async () => answerOf((await calls()).tournamentGet({ path: { id } })),
    structuralSharing: keepTold,
    staleTime: 30_000,
  })
}

/** An answer that was made before what an event has told does not take it back. */
export function keepTold(shown: unknown, fresh: unknown): Tournament {
  const [before, answer] = [shown as Tournament | undefined, fresh as Tournament]
  if (!before || before.liveVersion <= answer.liveVersion) return replaceEqualDeep(before, answer)
  const { phase, next, joined, waiting, capacity, liveVersion } = before
  return { ...answer, phase, next, joined, waiting, capacity, liveVersion }
}
