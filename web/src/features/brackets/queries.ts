import { keepPreviousData, queryOptions, replaceEqualDeep } from '@tanstack/react-query'
import type { Bracket, BracketLive } from '@/api/generated'
import { answerOf } from '@/api/problem'
import { calls, noteVersions, versionsOf } from '@/features/tournaments/loaded'

/** Notes the version that an event has told: an answer asked for after it is not older. */
export function noteEvent({ tournamentId, version }: Pick<BracketLive, 'tournamentId' | 'version'>) {
  noteVersions(tournamentId, { bracketVersion: version })
}

/** A stage of a tournament as everybody sees it, once it is published; the one that is played now where none is named. */
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

/** An answer that was made before what an event has told does not take it back. */
export function keepNewer(shown: unknown, fresh: unknown): Bracket {
  const [before, answer] = [shown as Bracket | undefined, fresh as Bracket]
  if (before && before.stage === answer.stage && before.version > answer.version) return before
  return replaceEqualDeep(before, answer)
}

/** As it stood at a time, which does not change any more; not even when a result of then is corrected now. */
export function bracketAtQuery(id: number, stage: number, at: string) {
  return queryOptions({
    queryKey: ['bracketAt', id, stage, at],
    meta: { public: true },
    queryFn: async () => answerOf((await calls()).bracketGet({ body: { id, stage, at } })),
    placeholderData: keepPreviousData,
    staleTime: 600_000,
  })
}

/** The times at which something was decided; more with each version. */
export function momentsQuery(id: number, stage: number, version: number) {
  return queryOptions({
    queryKey: ['bracketMoments', id, stage, version],
    meta: { public: true },
    queryFn: async () => answerOf((await calls()).bracketListMoments({ body: { id, stage } })),
    placeholderData: keepPreviousData,
    staleTime: 600_000,
  })
}
