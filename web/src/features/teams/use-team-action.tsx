import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '@/ui/toast'
import { ProblemNotice } from '@/ui/problem-notice'
import { readEsportsAgain } from '@/features/account/esport'

/** An action: its call, and the text after it. */
export interface TeamAction {
  call: () => Promise<unknown>
  done: string
}

/**
 * Runs actions on teams, one at a time. Changed data is fetched again before an action counts as done, so that its button is gone by then and is
 * not pressed twice. A refusal is kept for {@link Refusal}, and its cause is fetched again too.
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

/** Says why the last attempt failed. */
export function Refusal({ error }: { error: unknown }) {
  return error ? <ProblemNotice error={error} /> : null
}
