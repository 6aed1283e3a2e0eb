import { useState } from 'react'
import type { Bracket, BracketStage, Tournament } from '@/api/generated'
import { problemOf } from '@/api/problem'
import { useEntrantTexts } from '@/i18n/entrants'
import { cx } from '@/ui/cx'
import { EmptyState } from '@/ui/feedback'
import { QueryError } from '@/ui/query-error'
import { useBracket } from '../live'
import { FinishPart } from './finish-part'
import { PrizesPart } from './prizes-part'
import { ShareLinks } from './share-links'
import { StagePart } from './stage-part'
import { WinnersPart } from './winners-part'
import { useStageName } from './stage-name'

interface CompetitionProps {
  tournament: Tournament
  /** Prizes and the end belong to the promoter alone. */
  owns: boolean
  /** Number of entrants already in a later stage */
  inStage: (stage: number) => number
}

/** The desk's competition section: stages, groups, qualifiers, prizes, the end. */
export function Competition({ tournament, owns, inStage }: CompetitionProps) {
  const t = useEntrantTexts('competition')
  const [asked, setAsked] = useState<number>()
  const { data, error, refetch } = useBracket(tournament.id, asked, true)
  const nothing = error && problemOf(error).status === 404
  if (nothing || (data && data.stages.every(({ state }) => state === 'none'))) {
    return (
      <div className="flex flex-col gap-8">
        <EmptyState>{t('none.text')}</EmptyState>
        {owns && data && <PrizesPart bracket={data} />}
      </div>
    )
  }
  if (!data)
    return error ? <QueryError problem={problemOf(error)} onRetry={() => void refetch()} /> : <div className="skeleton h-[60dvh]" />
  return <Loaded tournament={tournament} bracket={data} owns={owns} inStage={inStage} onStage={setAsked} />
}

function Loaded({
  tournament,
  bracket,
  owns,
  inStage,
  onStage,
}: CompetitionProps & { bracket: Bracket; onStage: (stage: number) => void }) {
  const t = useEntrantTexts('competition')
  const last = bracket.stages.length
  return (
    <div className="flex flex-col gap-10">
      <section aria-label={t('stage.heading')} className="flex flex-col gap-4">
        {last > 1 && (
          <ol className="flex gap-3 overflow-x-auto p-0.5">
            {bracket.stages.map((stage) => (
              <StageCard key={stage.stage} stage={stage} here={stage.stage === bracket.stage} onChoose={() => onStage(stage.stage)} />
            ))}
          </ol>
        )}
        <StagePart tournament={tournament} bracket={bracket} inStage={inStage} />
      </section>
      {owns ? (
        <>
          <PrizesPart bracket={bracket} />
          {bracket.stage === last && <WinnersPart bracket={bracket} />}
          <FinishPart bracket={bracket} />
        </>
      ) : (
        <p className="text-sm text-mute">{t('finish.only')}</p>
      )}
      <ShareLinks tournament={tournament} bracket={bracket} />
    </div>
  )
}

function StageCard({ stage, here, onChoose }: { stage: BracketStage; here: boolean; onChoose: () => void }) {
  const t = useEntrantTexts('competition')
  const { state, matches, decided, entrants } = stage
  return (
    <li className="min-w-44 flex-1">
      <button
        type="button"
        aria-pressed={here}
        onClick={onChoose}
        className={cx(
          'flex h-full w-full flex-col gap-1 rounded-panel border p-4 text-left',
          here ? 'border-text bg-raise' : 'border-line bg-panel hover:border-control',
        )}
      >
        <span className="num">{useStageName()(stage)}</span>
        <span className={cx('text-sm', state === 'published' ? 'text-lime' : 'text-mute')}>{t(`stage.state.${state}`)}</span>
        <span className="text-sm text-mute">
          {state === 'published' && matches > 0
            ? t('stage.matches', { decided, count: matches })
            : entrants > 0
              ? t('stage.entrants', { count: entrants })
              : ''}
        </span>
        {matches > 0 && (
          <span aria-hidden="true" className="mt-auto block h-1 bg-line">
            <span className="block h-full bg-lime/70" style={{ width: `${(decided / matches) * 100}%` }} />
          </span>
        )}
      </button>
    </li>
  )
}
