import type { Bracket } from '@/api/generated'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { problemOf } from '@/api/problem'
import { FORMATS } from '@/features/tournaments/formats'
import { useTexts } from '@/i18n'
import { useEntrantTexts } from '@/i18n/entrants'
import { Button } from '@/ui/button'
import { ChoiceCard } from '@/ui/choice'
import { Dialog } from '@/ui/dialog'
import { Notice } from '@/ui/feedback'
import { useProblemText } from '@/ui/query-error'
import { toast } from '@/ui/toast'
import { groupName } from '../labels'
import { closeGroup } from './calls'

interface CloseGroupProps {
  bracket: Bracket
  /** Any match of the group */
  matchId: number
  group: { group: number; winners?: number | null; complete: boolean; closed: boolean; cutTie?: number[] | null }
  name: (id: number) => string
}

/** Closes a finished group. If a tie lies on the qualifying line, it asks how to settle it. */
export function CloseGroup({ bracket, matchId, group, name }: CloseGroupProps) {
  const t = useEntrantTexts('competition')
  const [open, setOpen] = useState(false)
  if (group.closed || !group.complete || bracket.finished) return null
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)} className="print:hidden">
        {t('close.open')}
      </Button>
      {open && <CloseDialog bracket={bracket} matchId={matchId} group={group} name={name} onEnd={() => setOpen(false)} />}
    </>
  )
}

type ClosingMethod = 'match' | 'lot' | 'shared'

function CloseDialog({ bracket, matchId, group, name, onEnd }: CloseGroupProps & { onEnd: () => void }) {
  const t = useEntrantTexts('competition')
  const common = useTexts('common')
  const problemText = useProblemText()
  const queries = useQueryClient()
  const radio = useId()
  const [tied, setTied] = useState(group.cutTie ?? [])
  const [way, setWay] = useState<ClosingMethod>()
  const [tried, setTried] = useState(false)
  const asks = tied.length > 0
  const acting = useMutation({
    mutationFn: () => closeGroup(matchId, way ? { resolve: way } : {}),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['bracket', bracket.tournamentId] })
      void toast(t(way ? `close.${text(way)}Done` : 'close.done'), { tone: 'success' })
      onEnd()
    },
    onError: (error) => {
      const { code, body } = problemOf(error)
      if (code === 'cut_tie' && Array.isArray(body.tied)) setTied(body.tied as number[])
    },
  })
  const several = Math.max(bracket.groups.length, bracket.survivor.length) > 1
  const problem = acting.error ? problemOf(acting.error) : undefined
  // In a lobby, a map is played just for the tie.
  const played = FORMATS[bracket.settings.format].hasHeats ? 'map' : 'match'
  const text = (each: ClosingMethod) => (each === 'match' ? played : each)
  // A place may stay shared if nobody advances from it.
  const last = bracket.stage === bracket.stages.length
  const ways: ClosingMethod[] = last ? ['match', 'lot', 'shared'] : ['match', 'lot']
  return (
    <Dialog
      open
      onClose={onEnd}
      width={600}
      title={several ? t('close.title', { name: groupName(group.group) }) : t('close.titleOnly')}
      actions={
        <>
          <Button onClick={onEnd}>{common('action.cancel')}</Button>
          <Button
            look="primary"
            busy={acting.isPending}
            onClick={() => {
              setTried(true)
              if (!asks || way) acting.mutate()
            }}
          >
            {t(asks && way ? `close.${text(way)}Go` : 'close.go')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {asks ? (
          <>
            <Notice tone="warn">{t(last ? 'close.tieLast' : 'close.tie', { names: tied.map(name).join(', ') })}</Notice>
            <div role="radiogroup" aria-label={t('close.choose')} className="flex flex-col gap-2">
              {ways.map((each) => (
                <ChoiceCard key={each} name={radio} value={each} checked={way === each} onChange={() => setWay(each)} ring>
                  <span className="num">{t(`close.${text(each)}`)}</span>
                  <span className="block text-sm text-mute">{t(`close.${text(each)}Text`)}</span>
                </ChoiceCard>
              ))}
            </div>
            {tried && !way && (
              <p role="alert" className="text-sm text-red">
                {t('close.choose')}
              </p>
            )}
          </>
        ) : (
          <p className="text-mute">{group.winners ? t('close.text', { count: group.winners }) : t('close.textLast')}</p>
        )}
        {problem && problem.code !== 'cut_tie' && <Notice tone="error">{problemText(problem)}</Notice>}
      </div>
    </Dialog>
  )
}
