import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Bracket, WinnerSent } from '@/api/generated'
import { problemOf } from '@/api/problem'
import { useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { Notice } from '@/ui/feedback'
import { useProblemText } from '@/ui/query-error'
import { Tag } from '@/ui/tag'
import { toast } from '@/ui/toast'
import { submitWinners } from './calls'
import { Part } from './part'
import { finalists, hindrances } from './qualifiers'

/** The winners of the prizes: announced by the ranking, then marked as paid one by one. */
export function WinnersPart({ bracket }: { bracket: Bracket }) {
  const t = useTexts('competition')
  const problemText = useProblemText()
  const queries = useQueryClient()
  const places = Math.max(1, ...bracket.prizes.map(({ place }) => place))
  const announced = bracket.winners.length > 0
  const saving = useMutation({
    mutationFn: (winners: WinnerSent[]) => submitWinners(bracket.tournamentId, winners, bracket.version),
    // An announcement made by someone else in the meantime is shown before the question is repeated.
    onError: () => void queries.invalidateQueries({ queryKey: ['bracket', bracket.tournamentId] }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['bracket', bracket.tournamentId] })
      void toast(t('winners.saved'), { tone: 'success' })
    },
  })
  const { matches, maps } = hindrances(bracket)
  const decided = matches === 0 && maps === 0
  const first = finalists(bracket, places)
  const nameOf = (id: number) => bracket.entrants.find(({ contestantId }) => contestantId === id)?.name ?? ''
  return (
    <Part title={t('winners.heading')} text={t('winners.text')}>
      {!announced && (!decided || first.length === 0) ? (
        <p className="text-mute">{t('winners.waits')}</p>
      ) : announced ? (
        <ol className="rounded-panel border border-line bg-panel px-4">
          {bracket.winners.map(({ place, contestantId, paid }) => (
            <li
              key={`${place} ${contestantId}`}
              className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-3 last:border-0"
            >
              <span className="num w-8 text-lg">{place}</span>
              <span className="min-w-0 flex-1 break-words">{nameOf(contestantId)}</span>
              {paid ? (
                <Tag>{t('winners.paid')}</Tag>
              ) : (
                <Button
                  size="sm"
                  busy={saving.isPending}
                  onClick={() =>
                    saving.mutate(
                      bracket.winners.map((winner) =>
                        winner.place === place && winner.contestantId === contestantId ? { ...winner, paid: true } : winner,
                      ),
                    )
                  }
                >
                  {t('winners.pay')}
                </Button>
              )}
            </li>
          ))}
        </ol>
      ) : (
        <>
          <ol className="rounded-panel border border-line bg-panel px-4">
            {first.map(({ place, contestantId }) => (
              <li key={contestantId} className="flex items-center gap-4 border-b border-line py-3 last:border-0">
                <span className="num w-8 text-lg">{place}</span>
                <span className="min-w-0 flex-1 break-words">{nameOf(contestantId)}</span>
              </li>
            ))}
          </ol>
          <Button className="self-start" busy={saving.isPending} onClick={() => saving.mutate(first)}>
            {t('winners.announce')}
          </Button>
        </>
      )}
      {announced && <p className="text-sm text-mute">{t('winners.payText')}</p>}
      {saving.error && <Notice tone="error">{problemText(problemOf(saving.error))}</Notice>}
    </Part>
  )
}
