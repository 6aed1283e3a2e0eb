import { useMutation, useQueryClient } from '@tanstack/react-query'
import { problemOf } from '@/api/problem'
import { Notice } from '@/ui/feedback'
import { useProblemText } from '@/ui/query-error'
import { toast } from '@/ui/toast'
import { readEsportsAgain } from '@/features/account/esport'

/** One thing to do: the call, and what is said when it is done. */
export interface TeamAction {
  call: () => Promise<unknown>
  done: string
}

/**
 * Does things to teams, one at a time. What it changed is read again before it counts as done, so that the button is gone by then and is not
 * pressed twice; a refusal is kept for {@link Refusal}, and what made it is read again too.
 */
export function useTeamAction(onDone?: () => void) {
  const client = useQueryClient()
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: async ({ call }: TeamAction) => {
      await call()
      await readEsportsAgain(client)
    },
    onSuccess: (_, { done }) => {
      onDone?.()
      void toast(done, { tone: 'success' })
    },
    onError: () => void readEsportsAgain(client),
  })
  return { act: mutate, busy: isPending, doing: isPending ? variables : undefined, error }
}

/** Why it was not done, where it was tried. */
export function Refusal({ error }: { error: unknown }) {
  const problemText = useProblemText()
  return error ? <Notice tone="error">{problemText(problemOf(error))}</Notice> : null
}
