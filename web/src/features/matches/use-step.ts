import type { MatchNow, MatchRoom } from '@/api/generated'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ApiProblem, problemOf } from '@/api/problem'
import { useLanguage } from '@/i18n'
import { showNow, showRoom } from './use-room'

/** An action in a room. */
interface Doing {
  /** Name of the button that shows progress */
  name: string
  /** Version of the room when the step was taken */
  version: number
  act: () => Promise<MatchRoom>
  done?: () => void
}

export interface Steps {
  run: (name: string, act: () => Promise<MatchRoom>, done?: () => void) => void
  /** Name of the step in progress */
  busy: string | undefined
  /** The refusal of the last step */
  problem: ApiProblem | undefined
  forget: () => void
}

/**
 * The steps of a room, one at a time. A refusal because of an earlier change shows the room as it is now. It disappears once the room has
 * changed again.
 */
export function useSteps(version: number): Steps {
  const client = useQueryClient()
  const language = useLanguage()
  const step = useMutation({
    // Without a connection it fails at once: a late step would surprise the user.
    mutationFn: ({ act }: Doing) => act(),
    onSuccess: (answer, { done }) => {
      showRoom(client, answer, language)
      done?.()
    },
    onError: (error) => {
      const now = problemOf(error).body.match as MatchNow | undefined
      if (now) showNow(client, now)
    },
  })
  return {
    run: (name, act, done) => {
      if (!step.isPending) step.mutate({ name, act, version, ...(done && { done }) })
    },
    busy: step.isPending ? step.variables.name : undefined,
    problem: standingRefusal(step.error, step.variables?.version ?? 0, version),
    forget: step.reset,
  }
}

/** Keeps a refusal while the shown room is the one it refers to. A fault of a form stays until it is fixed. */
export function standingRefusal(error: Error | null, done: number, now: number): ApiProblem | undefined {
  if (!error) return undefined
  const problem = problemOf(error)
  const { version = done } = (problem.body.match ?? {}) as Partial<MatchNow>
  return problem.status === 422 || now <= Math.max(done, version) ? problem : undefined
}
