import type { MatchNow, MatchRoom } from '@/api/generated'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ApiProblem, problemOf } from '@/api/problem'
import { useLanguage } from '@/i18n'
import { showNow, showRoom } from './use-room'

/** Something that one does in a room. */
interface Doing {
  /** Whose button shows that it is under way */
  name: string
  act: () => Promise<MatchRoom>
  done?: () => void
}

export interface Steps {
  run: (name: string, act: () => Promise<MatchRoom>, done?: () => void) => void
  /** The name of what is under way */
  busy: string | undefined
  /** What the last one was refused for */
  problem: ApiProblem | undefined
  forget: () => void
}

/** The steps of a room, one at a time. What was refused because something else came before shows the room as it is now. */
export function useSteps(): Steps {
  const client = useQueryClient()
  const language = useLanguage()
  const step = useMutation({
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
      if (!step.isPending) step.mutate({ name, act, ...(done && { done }) })
    },
    busy: step.isPending ? step.variables.name : undefined,
    problem: step.error ? problemOf(step.error) : undefined,
    forget: step.reset,
  }
}
