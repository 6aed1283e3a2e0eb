import type { Bracket } from '@/api/generated'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { problemOf } from '@/api/problem'
import { useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Notice } from '@/ui/feedback'
import { useProblemText } from '@/ui/query-error'
import { toast } from '@/ui/toast'
import { finish } from './calls'
import { useStageName } from './stage-name'
import { groupName } from '../labels'
import { Part } from './part'
import { hindrances } from './qualifiers'

/** The end of the tournament: lists what still prevents it, or publishes the final ranking. */
export function FinishPart({ bracket }: { bracket: Bracket }) {
  const t = useTexts('competition')
  const common = useTexts('common')
  const problemText = useProblemText()
  const queries = useQueryClient()
  const [open, setOpen] = useState(false)
  const lines = useHinders(bracket)
  const missesChampion = bracket.stage === bracket.stages.length && !bracket.entrants.some(({ rank }) => rank === 1)
  const acting = useMutation({
    mutationFn: () => finish(bracket.tournamentId),
    onSuccess: () => {
      for (const queryKey of [
        ['bracket', bracket.tournamentId],
        ['tournament', bracket.tournamentId],
      ])
        void queries.invalidateQueries({ queryKey })
      void toast(t('finish.done'), { tone: 'success' })
      setOpen(false)
    },
  })
  if (bracket.finished) {
    return (
      <Part title={t('finish.heading')}>
        <Notice tone="live">{t('finish.finished')}</Notice>
      </Part>
    )
  }
  return (
    <Part title={t('finish.heading')} text={t('finish.text')}>
      {lines.length > 0 && (
        <Notice tone="warn">
          <p>{t('finish.hinders')}</p>
          <ul className="list-disc pl-5 text-sm">
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </Notice>
      )}
      <Button className="self-start" disabled={lines.length > 0} onClick={() => setOpen(true)}>
        {t('finish.go')}
      </Button>
      {open && (
        <Dialog
          open
          onClose={() => setOpen(false)}
          title={t('finish.title')}
          actions={
            <>
              <Button onClick={() => setOpen(false)}>{common('action.cancel')}</Button>
              <Button look="primary" busy={acting.isPending} onClick={() => acting.mutate()}>
                {t('finish.go')}
              </Button>
            </>
          }
        >
          <div className="flex flex-col gap-3 text-mute">
            <p>{t('finish.text')}</p>
            {missesChampion && <p className="text-amber">{t('finish.noChampion')}</p>}
            {bracket.prizes.length > 0 && bracket.winners.length === 0 && <p className="text-amber">{t('finish.winners')}</p>}
            {acting.error && <Notice tone="error">{problemText(problemOf(acting.error))}</Notice>}
          </div>
        </Dialog>
      )}
    </Part>
  )
}

/** Lists the obstacles to the end: stages that are not drawn, or the last one's open matches and groups. */
function useHinders(bracket: Bracket): string[] {
  const t = useTexts('competition')
  const name = useStageName()
  const undrawn = bracket.stages.filter(({ state }) => state !== 'published' && state !== 'decided')
  const found = undrawn.map((stage) => t('finish.stages', { stage: name(stage) }))
  if (bracket.stage !== bracket.stages.length) return found
  const { matches, maps, groups } = hindrances(bracket)
  if (matches > 0) found.push(t('stage.openMatches', { count: matches }))
  if (maps > 0) found.push(t('stage.openMaps', { count: maps }))
  if (groups.length > 0) found.push(t('stage.openGroups', { count: groups.length, names: groups.map(groupName).join(', ') }))
  return found
}
