import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Bracket, WinnerSent } from '@/api/generated'
import { problemOf } from '@/api/problem'
import { useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { Notice } from '@/ui/feedback'
import { SelectField } from '@/ui/field'
import { useProblemText } from '@/ui/query-error'
import { Tag } from '@/ui/tag'
import { toast } from '@/ui/toast'
import { submitWinners } from './calls'
import { Part } from './part'
import { finalists } from './qualifiers'

/** Who won which prize: as the ranking says, to be announced; then marked as paid one by one. */
export function WinnersPart({ bracket }: { bracket: Bracket }) {
  const t = useTexts('competition')
  const say = useProblemText()
  const queries = useQueryClient()
  const places = Math.max(1, ...bracket.prizes.map(({ place }) => place))
  const announced = bracket.winners.length > 0
  const [chosen, setChosen] = useState<WinnerSent[]>(() => (announced ? [...bracket.winners] : finalists(bracket, places)))
  const saving = useMutation({
    mutationFn: (winners: WinnerSent[]) => submitWinners(bracket.tournamentId, winners),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['bracket', bracket.tournamentId] })
      void toast(t('winners.saved'), { tone: 'success' })
    },
  })
  const ranked = bracket.entrants.filter(({ rank }) => rank).length > 0
  const nameOf = (id: number) => bracket.entrants.find(({ contestantId }) => contestantId === id)?.name ?? ''
  const put = (place: number, contestantId: number) =>
    setChosen([...chosen.filter((winner) => winner.place !== place), { place, contestantId }].sort((one, other) => one.place - other.place))
  return (
    <Part title={t('winners.heading')} text={t('winners.text')}>
      {!ranked && !announced ? (
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
          <div className="grid gap-3 sm:grid-cols-2">
            {Array.from({ length: places }, (_, index) => index + 1).map((place) => (
              <SelectField
                key={place}
                label={t('winners.who', { place })}
                value={String(chosen.find((winner) => winner.place === place)?.contestantId ?? '')}
                placeholder={t('winners.choose')}
                options={bracket.entrants.map(({ contestantId, name, rank }) => ({
                  value: String(contestantId),
                  label: rank ? `${rank} · ${name}` : name,
                }))}
                onChange={(id) => put(place, Number(id))}
              />
            ))}
          </div>
          <Button className="self-start" disabled={chosen.length === 0} busy={saving.isPending} onClick={() => saving.mutate(chosen)}>
            {t('winners.announce')}
          </Button>
        </>
      )}
      {announced && <p className="text-sm text-mute">{t('winners.payText')}</p>}
      {saving.error && <Notice tone="error">{say(problemOf(saving.error))}</Notice>}
    </Part>
  )
}
