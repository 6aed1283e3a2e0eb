import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Bracket, BracketStage, Tournament } from '@/api/generated'
import { problemOf } from '@/api/problem'
import { useTexts } from '@/i18n'
import { useEntrantTexts } from '@/i18n/entrants'
import { Button, buttonClass } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Notice } from '@/ui/feedback'
import { useProblemText } from '@/ui/query-error'
import { Tag } from '@/ui/tag'
import { toast } from '@/ui/toast'
import { groupName } from '../labels'
import { goToNextStage } from './calls'
import { CloseGroup } from './close-group'
import { StageLink, useStageName } from './stage-name'
import { MapActs } from './map-acts'
import { hindrances, qualifiers } from './qualifiers'

interface StagePartProps {
  tournament: Tournament
  bracket: Bracket
  inStage: (stage: number) => number
}

/** One stage: its missing decisions, its groups, and the way to the next. */
export function StagePart({ tournament, bracket, inStage }: StagePartProps) {
  const t = useEntrantTexts('competition')
  const { stage, stages } = bracket
  const own = stages.find((each) => each.stage === stage)
  if (!own) return null
  if (own.state !== 'published' && own.state !== 'decided') return <p className="text-mute">{t(`stage.state.${own.state}`)}</p>
  const next = stages.find((each) => each.stage === stage + 1)
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3 rounded-panel border border-line bg-panel p-4">
        <Waits bracket={bracket} />
        <StageLink id={tournament.id} stage={stage} label={t('stage.look')} />
      </div>
      {(bracket.groups.length > 0 || bracket.survivor.length > 0) && <Groups tournament={tournament} bracket={bracket} />}
      {next && <Next bracket={bracket} next={next} sent={inStage(next.stage) > 0} />}
    </div>
  )
}

/** Lists what is missing until the stage is decided. */
function Waits({ bracket }: { bracket: Bracket }) {
  const t = useEntrantTexts('competition')
  const { matches, maps, groups } = hindrances(bracket)
  const several = Math.max(bracket.groups.length, bracket.survivor.length) > 1
  const names = groups.map(groupName).join(', ')
  const lines = [
    matches > 0 && t('stage.openMatches', { count: matches }),
    maps > 0 && t('stage.openMaps', { count: maps }),
    // A table without qualifiers need not be closed.
    bracket.stage < bracket.stages.length &&
      groups.length > 0 &&
      (several ? t('stage.openGroups', { count: groups.length, names }) : t('stage.openOne')),
  ].filter(Boolean)
  if (lines.length === 0) return <p>{t('stage.allDecided')}</p>
  return (
    <ul className="text-mute">
      {lines.map((line) => (
        <li key={String(line)}>{line}</li>
      ))}
    </ul>
  )
}

function Groups({ tournament, bracket }: { tournament: Tournament; bracket: Bracket }) {
  const t = useEntrantTexts('competition')
  const boards = useTexts('boards')
  const names = new Map(bracket.entrants.map(({ contestantId, name }) => [contestantId, name]))
  const all = [...bracket.groups, ...bracket.survivor]
  const firstOf = (group: number) =>
    bracket.survivor.find((each) => each.group === group)?.heats[0]?.matchId ?? bracket.matches.find((match) => match.group === group)?.id
  return (
    <ul aria-label={t('stage.groups')} className="rounded-panel border border-line bg-panel">
      {all.map((group) => {
        const matchId = firstOf(group.group)
        const tied = group.complete && !group.closed && (group.cutTie ?? []).length > 0
        const state = group.closed ? 'groupClosed' : tied ? 'groupTie' : group.complete ? 'groupReady' : 'groupOpen'
        const board = bracket.survivor.find((each) => each === group)
        return (
          <li key={group.group} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line p-4 last:border-0">
            <span className="num min-w-20 text-lg">
              {all.length > 1 ? boards('group.name', { name: groupName(group.group) }) : boards(board ? 'board.label' : 'group.only')}
            </span>
            <span className="flex-1">
              <Tag tone={state === 'groupOpen' || state === 'groupClosed' ? undefined : 'amber'}>{t(`stage.${state}`)}</Tag>
            </span>
            {board ? (
              <MapActs tournament={tournament} bracket={bracket} group={board} quiet />
            ) : (
              matchId && <CloseGroup bracket={bracket} matchId={matchId} group={group} name={(id) => names.get(id) ?? ''} />
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** Confirms the qualifiers by name, with the seeds that they will have. */
function Next({ bracket, next, sent }: { bracket: Bracket; next: BracketStage; sent: boolean }) {
  const t = useEntrantTexts('competition')
  const [open, setOpen] = useState(false)
  const name = useStageName()
  const { matches, maps, groups } = hindrances(bracket)
  const waits = matches > 0 || maps > 0 || groups.length > 0
  const drawn = next.state === 'published' || next.state === 'decided'
  if (drawn) return null
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button look={sent ? 'plain' : 'primary'} disabled={waits} onClick={() => setOpen(true)}>
        {t('stage.next')}: {name(next)}
      </Button>
      <p className="text-sm text-mute">{waits ? t('stage.nextWaits') : sent ? t('stage.nextSent') : ''}</p>
      {sent && !waits && (
        <Link
          to="/esport/tournament/$id/manage"
          params={{ id: String(bracket.tournamentId) }}
          search={{ section: 'draw' }}
          className={buttonClass('primary')}
        >
          {t('stage.draw')}
        </Link>
      )}
      {open && <NextDialog bracket={bracket} stage={name(next)} onEnd={() => setOpen(false)} />}
    </div>
  )
}

function NextDialog({ bracket, stage, onEnd }: { bracket: Bracket; stage: string; onEnd: () => void }) {
  const t = useEntrantTexts('competition')
  const common = useTexts('common')
  const problemText = useProblemText()
  const queries = useQueryClient()
  const names = new Map(bracket.entrants.map(({ contestantId, name }) => [contestantId, name]))
  const list = qualifiers(bracket)
  const acting = useMutation({
    mutationFn: () => goToNextStage(bracket.tournamentId, bracket.stage),
    onSuccess: () => {
      for (const queryKey of [
        ['bracket', bracket.tournamentId],
        ['deskEntrants', bracket.tournamentId],
      ])
        void queries.invalidateQueries({ queryKey })
      void toast(t('stage.nextDone'), { tone: 'success' })
      onEnd()
    },
  })
  return (
    <Dialog
      open
      onClose={onEnd}
      width={600}
      title={t('stage.nextTitle', { stage })}
      actions={
        <>
          <Button onClick={onEnd}>{common('action.cancel')}</Button>
          <Button look="primary" busy={acting.isPending} onClick={() => acting.mutate()}>
            {t('stage.nextGo', { count: list.length })}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-mute">{t('stage.nextText', { count: list.length })}</p>
        <ol className="grid grid-cols-1 gap-x-6 sm:grid-cols-2">
          {list.map(({ contestantId, seed, origin }) => (
            <li key={contestantId} className="flex items-baseline gap-3 border-b border-line py-2">
              <span className="num w-8 text-right text-mute" title={t('stage.seed', { seed })}>
                {seed}
              </span>
              <span className="min-w-0 flex-1 break-words">{names.get(contestantId)}</span>
              {origin && <Tag>{origin}</Tag>}
            </li>
          ))}
        </ol>
        {acting.error && <Notice tone="error">{problemText(problemOf(acting.error))}</Notice>}
      </div>
    </Dialog>
  )
}
