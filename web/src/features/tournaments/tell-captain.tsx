import { useMutation, useQuery } from '@tanstack/react-query'
import { Megaphone } from 'lucide-react'
import { registrationTellCaptain, type Tournament } from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { esportQuery } from '@/features/account/esport'
import { useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { useProblemText } from '@/ui/query-error'

/** A member cannot enter the team, but can ask its captain to. The answer replaces the button. */
export function TellCaptain({ tournament }: { tournament: Tournament }) {
  const t = useTexts('tournaments')
  const problemText = useProblemText()
  const { data: me } = useQuery(esportQuery)
  const telling = useMutation({
    mutationFn: () => answerOf(registrationTellCaptain({ path: { id: tournament.id } })),
  })
  if (tournament.contestantType !== 'team' || !me?.hasTeam || me.isCaptain) return null
  return (
    <div className="flex flex-col gap-2">
      <p role="status" className={telling.isError ? 'text-amber' : 'text-lime'}>
        {telling.isSuccess && t('you.told')}
        {telling.isError && problemText(problemOf(telling.error))}
      </p>
      {!telling.isSuccess && (
        <Button busy={telling.isPending} onClick={() => telling.mutate()}>
          <Megaphone className="size-5" aria-hidden="true" />
          {t('you.tell')}
        </Button>
      )}
    </div>
  )
}
