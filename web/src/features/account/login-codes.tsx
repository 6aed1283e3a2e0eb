import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { accountLoginCodes, accountStopLoginCodes } from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { useTexts } from '@/i18n'
import { Notice } from '@/ui/feedback'
import { useProblemText } from '@/ui/query-error'
import { Switch } from '@/ui/switch'

const KEY = ['LoginCodes']

/** Whether strangers who know the number may have login codes sent to it. */
export function LoginCodes() {
  const t = useTexts('account')
  const problemText = useProblemText()
  const cache = useQueryClient()
  const { data } = useQuery({ queryKey: KEY, queryFn: () => answerOf(accountLoginCodes()) })
  const stopping = useMutation({
    mutationFn: (stopped: boolean) => answerOf(accountStopLoginCodes({ body: { stopped } })),
    onSuccess: (codes) => cache.setQueryData(KEY, codes),
  })
  if (!data) return null
  return (
    <section className="flex flex-col gap-3">
      <Switch
        label={t('loginCodes.stop')}
        hint={t('loginCodes.hint')}
        checked={stopping.isPending ? stopping.variables : data.stopped}
        onChange={(stopped) => stopping.mutate(stopped)}
      />
      {stopping.error && <Notice tone="error">{problemText(problemOf(stopping.error))}</Notice>}
    </section>
  )
}
