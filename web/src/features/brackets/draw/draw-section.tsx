import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Bracket, DrawPin, Tournament } from '@/api/generated'
import { problemOf } from '@/api/problem'
import { useEntrantTexts } from '@/i18n/entrants'
import { buttonClass } from '@/ui/button'
import { Chip } from '@/ui/chip'
import { EmptyState, Notice } from '@/ui/feedback'
import { QueryError } from '@/ui/query-error'
import { bracketQuery } from '../queries'
import { drawQuery } from './calls'
import { Editor } from './editor'
import type { Arrangement } from './arrangement'
import { type Candidate, Setup } from './setup'

interface DrawSectionProps {
  tournament: Tournament
  /** Entrants of the first stage: the admitted ones */
  entrants: readonly Candidate[]
  /** Entrants of the later stages */
  inStage: (stage: number) => readonly Candidate[]
}

/** The desk's section in which a stage is drawn. */
export function DrawSection({ tournament, entrants, inStage }: DrawSectionProps) {
  const t = useEntrantTexts('draw')
  const [stage, setStage] = useState(1)
  const { stages } = tournament
  return (
    <div className="flex flex-col gap-4">
      {stages.length > 1 && (
        <div role="group" aria-label={t('stages')} className="flex flex-wrap gap-2">
          {stages.map(({ name }, index) => (
            <Chip
              key={index}
              checked={stage === index + 1}
              onChoose={() => setStage(index + 1)}
              label={name ?? t('stage', { stage: index + 1 })}
            />
          ))}
        </div>
      )}
      <StageDraw key={stage} tournament={tournament} stage={stage} candidates={stage === 1 ? entrants : inStage(stage)} />
    </div>
  )
}

function StageDraw({ tournament, stage, candidates }: { tournament: Tournament; stage: number; candidates: readonly Candidate[] }) {
  const t = useEntrantTexts('draw')
  const client = useQueryClient()
  const asked = drawQuery(tournament.id, stage)
  const { data, error, refetch } = useQuery(asked)
  const [before, setBefore] = useState<Arrangement>()
  const [changed, setPins] = useState<readonly DrawPin[]>()
  const over = tournament.phase === 'cancelled' || tournament.phase === 'finished'
  const take = (next: Bracket, earlier?: Arrangement) => {
    setBefore(earlier)
    setPins(undefined)
    client.setQueryData(asked.queryKey, next)
    void client.invalidateQueries({ queryKey: bracketQuery(tournament.id).queryKey.slice(0, 2) })
  }
  if (!data)
    return error ? (
      <QueryError problem={problemOf(error)} onRetry={() => void refetch()} />
    ) : (
      <div aria-busy="true" className="skeleton h-[60dvh]" />
    )
  if (!data.draw) {
    if (over) return <EmptyState>{t('none.over')}</EmptyState>
    if (candidates.length < 2) return <EmptyState>{t('none.few')}</EmptyState>
    const open = stage === 1 && (tournament.phase === 'upcoming' || tournament.phase === 'register')
    return (
      <div className="flex flex-col gap-5">
        {open && <Notice>{t('none.early')}</Notice>}
        <Setup
          tournamentId={tournament.id}
          stage={stage}
          candidates={candidates}
          method={stage === 1 ? 'random' : 'seeded'}
          pins={[]}
          apart={Boolean(stage === 1 && !tournament.organization)}
          onReload={() => void refetch()}
          onDrawn={(next) => take(next)}
        />
      </div>
    )
  }
  return (
    <>
      {data.draw.state === 'published' && <Published id={tournament.id} />}
      <Editor
        key={`${data.draw.version} ${data.draw.state}`}
        bracket={data}
        draw={data.draw}
        candidates={candidates}
        before={before}
        pins={changed ?? data.draw.pins}
        onPins={setPins}
        onDrawn={take}
        onReload={() => {
          setPins(undefined)
          void refetch()
        }}
      />
    </>
  )
}

function Published({ id }: { id: number }) {
  const t = useEntrantTexts('draw')
  const params = { id: String(id) }
  return (
    <Notice
      tone="live"
      action={
        <span className="flex flex-wrap gap-2">
          <Link to="/esport/tournament/$id/bracket" params={params} className={buttonClass('plain', 'sm')}>
            {t('published.bracket')}
          </Link>
          <Link to="/esport/tournament/$id/draw" params={params} className={buttonClass('plain', 'sm')}>
            {t('published.show')}
          </Link>
        </span>
      }
    >
      {t('published.text')}
    </Notice>
  )
}
