import { keepPreviousData, queryOptions, replaceEqualDeep } from '@tanstack/react-query'
import type { Bracket, BracketLive } from '@/api/generated'
import { answerOf } from '@/api/problem'
import { calls, noteVersions, versionsOf } from '@/features/tournaments/loaded'

/** Notes the version that an event has announced: an answer requested after it is not older. */
export function noteEvent({ tournamentId, version }: Pick<BracketLive, 'tournamentId' | 'version'>) {
  noteVersions(tournamentId, { bracketVersion: version })
}

/** A published stage of a tournament; without a number, the stage in play. */
export function bracketQuery(id: number, stage?: number) {
  return queryOptions({
    queryKey: ['bracket', id, stage ?? null],
    meta: { public: true },
    queryFn: async () => {
      const { bracketVersion: version } = versionsOf(id)
      return answerOf((await calls()).bracketGet({ body: { id, ...(stage && { stage }), ...(version && { version }) } }))
    },
    structuralSharing: keepNewer,
    staleTime: 15_000,
  })
}

/** An answer older than an event must not replace it. */
export function keepNewer(shown: unknown, fresh: unknown): Bracket {
  const [before, answer] = [shown as Bracket | undefined, fresh as Bracket]
  if (before && before.stage === answer.stage && before.version > answer.version) return before
  return replaceEqualDeep(before, answer)
}

/** The bracket at an earlier time. It never changes, not even when a result of that time is corrected later. */
export function bracketAtQuery(id: number, stage: number, at: string) {
  return queryOptions({
    queryKey: ['bracketAt', id, stage, at],
    meta: { public: true },
    queryFn: async () => answerOf((await calls()).bracketGet({ body: { id, stage, at } })),
    placeholderData: keepPreviousData,
    staleTime: 600_000,
  })
}

/** The times of decisions; each version may add more. */
export function momentsQuery(id: number, stage: number, version: number) {
  return queryOptions({
    queryKey: ['bracketMoments', id, stage, version],
    meta: { public: true },
    queryFn: async () => answerOf((await calls()).bracketListMoments({ body: { id, stage } })),
    placeholderData: keepPreviousData,
    staleTime: 600_000,
  })
}
