import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import type { Bracket, Tournament } from '@/api/generated'
import { problemOf } from '@/api/problem'
import { entrantKind } from '@/features/tournaments/entrant-kind'
import { tournamentQuery } from '@/features/tournaments/loaded'
import { ToCome } from '@/features/tournaments/to-come'
import { useContent, useTexts } from '@/i18n'
import { EntrantScope } from '@/i18n/entrants'
import { cx } from '@/ui/cx'
import { EmptyState } from '@/ui/feedback'
import { useHead } from '@/ui/head'
import { QueryError } from '@/ui/query-error'
import { usePublication } from '@/features/brackets/live'
import { bracketQuery } from '@/features/brackets/queries'
import { Show } from '@/features/brackets/show/show'

/** The draw of a tournament, for everyone to verify, and for streams. */
export function DrawPage() {
  const { id } = useParams({ from: '/esport/tournament/$id/draw' })
  const { data, error, refetch } = useQuery(tournamentQuery(Number(id)))
  if (data) return <Loaded key={id} tournament={data} />
  if (error) return <QueryError page problem={problemOf(error)} onRetry={() => void refetch()} />
  return <div aria-busy="true" className="skeleton h-96" />
}

function Loaded({ tournament }: { tournament: Tournament }) {
  const t = useTexts('drawShow')
  const content = useContent()
  const name = content(tournament.name)
  useHead({ name })
  return (
    <div className="flex flex-col gap-5">
      <header>
        <Link
          to="/esport/tournament/$id/bracket"
          params={{ id: String(tournament.id) }}
          className="-mt-2 flex min-h-11 items-center gap-2 self-start text-sm text-mute hover:text-text"
        >
          <ArrowLeft className="size-4" aria-hidden="true" />
          {name}
        </Link>
        <h1 className="text-2xl md:text-3xl">{t('heading')}</h1>
      </header>
      <EntrantScope value={entrantKind(tournament)}>
        <Drawn tournament={tournament} />
      </EntrantScope>
    </div>
  )
}

function Drawn({ tournament }: { tournament: Tournament }) {
  const t = useTexts('drawShow')
  const { stage } = useSearch({ from: '/esport/tournament/$id/draw' })
  const published = usePublication(tournament)
  const { data, error, refetch } = useQuery({ ...bracketQuery(tournament.id, stage), enabled: published })
  if (!published || (error && problemOf(error).status === 404)) return <ToCome tournament={tournament} tab="bracket" />
  if (data) {
    return (
      <>
        <Stages bracket={data} />
        {isDrawn(data) ? <Show key={data.stage} bracket={data} /> : <EmptyState>{t('none')}</EmptyState>}
      </>
    )
  }
  if (error) return <QueryError problem={problemOf(error)} onRetry={() => void refetch()} />
  return <div aria-busy="true" className="skeleton h-96" />
}

const isDrawn = ({ draw }: Bracket) => draw !== null && draw !== undefined

/** The published draws of a tournament in stages. */
function Stages({ bracket: { tournamentId, stage: here, stages } }: { bracket: Bracket }) {
  const t = useTexts('brackets')
  const drawn = stages.filter(({ state }) => state === 'published' || state === 'decided')
  if (drawn.length < 2) return null
  return (
    <nav aria-label={t('stages.label')} className="flex flex-wrap gap-2">
      {drawn.map(({ stage, name }) => (
        <Link
          key={stage}
          to="/esport/tournament/$id/draw"
          params={{ id: String(tournamentId) }}
          search={{ stage }}
          aria-current={stage === here ? 'page' : undefined}
          className={cx(
            'num flex min-h-11 items-center rounded-control px-4 text-sm ring-1 ring-inset',
            stage === here ? 'bg-raise ring-text' : 'text-mute ring-control hover:text-text',
          )}
        >
          {name || t('stages.stage', { stage })}
        </Link>
      ))}
    </nav>
  )
}
