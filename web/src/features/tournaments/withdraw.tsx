import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Entry, registrationRemove, type Tournament } from '@/api/generated'
import { answerOf } from '@/api/problem'
import { useContent, useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { toast } from '@/ui/toast'
import { ProblemNotice } from '@/ui/problem-notice'
import { readCounts } from './counts'
import { joinedQuery, mineKey } from './queries'

/** Withdraws from a tournament; the consequences are stated first. */
export function Withdraw({ tournament, entry }: { tournament: Tournament; entry: Entry }) {
  const t = useTexts('tournaments')
  const content = useContent()
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  const leaving = useMutation({
    mutationFn: () => answerOf(registrationRemove({ path: { tournament_id: tournament.id, contestant_id: entry.id }, body: {} })),
    onSuccess: ({ entriesVersion }) => {
      setAsking(false)
      readCounts(client, tournament.id, entriesVersion)
      void toast(t('you.withdrawn'), { tone: 'success' })
    },
    onSettled: () => {
      for (const queryKey of [mineKey(tournament.id), joinedQuery.queryKey, ['tournamentEntrants', tournament.id]])
        void client.invalidateQueries({ queryKey })
    },
  })
  const ask = (open: boolean) => {
    leaving.reset()
    setAsking(open)
  }
  return (
    <>
      <Button look="ghost" size="sm" onClick={() => ask(true)}>
        {t('you.withdraw')}
      </Button>
      <Dialog
        open={asking}
        onClose={() => ask(false)}
        title={t('you.withdrawTitle', { name: content(tournament.name) })}
        actions={
          <>
            <Button onClick={() => ask(false)}>{t('you.withdrawNo')}</Button>
            <Button look="danger" busy={leaving.isPending} onClick={() => leaving.mutate()}>
              {t('you.withdrawYes')}
            </Button>
          </>
        }
      >
        <p>{t('you.withdrawText', { entrant: entry.name })}</p>
        <p className="mt-2 text-mute">{t(tournament.phase === 'register' ? 'you.withdrawAgain' : 'you.withdrawLate')}</p>
        {leaving.isError && (
          <div className="mt-4">
            <ProblemNotice error={leaving.error} />
          </div>
        )}
      </Dialog>
    </>
  )
}
