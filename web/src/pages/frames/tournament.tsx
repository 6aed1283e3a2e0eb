import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Tournament } from '@/api/generated'
import { problemOf } from '@/api/problem'
import { useSession } from '@/api/session'
import { useContent, useTexts } from '@/i18n'
import { EntrantScope } from '@/i18n/entrants'
import { useTopic } from '@/live'
import { buttonClass } from '@/ui/button'
import { EmptyState } from '@/ui/feedback'
import { useHead } from '@/ui/head'
import { QueryError } from '@/ui/query-error'
import { Coming } from '@/features/tournaments/coming'
import { entrantKind } from '@/features/tournaments/entrant-kind'
import { ShortHeader, TournamentHeader } from '@/features/tournaments/header'
import type { Tab } from '@/features/tournaments/kinds'
import { showTold } from '@/features/tournaments/live'
import { PhaseRail } from '@/features/tournaments/phase-rail'
import { tournamentQuery } from '@/features/tournaments/loaded'
import { mineKey } from '@/features/tournaments/queries'
import { Tabs } from '@/features/tournaments/tabs'
import { useTournamentLabels } from '@/features/tournaments/labels'
import { You } from '@/features/my-tournaments/you'

/** Fields that the right to enter depends on. */
const ENTRY_FACTS = ['phase', 'joined', 'waiting', 'capacity'] as const

interface TournamentFrameProps {
  id: number
  tab: Tab
  /** Whether it takes the full width, as a drawn bracket does. */
  wide?: (tournament: Tournament) => boolean
  children: (tournament: Tournament) => ReactNode
}

/** The frame around each part of a tournament's page; it keeps itself current. */
export function TournamentFrame({ id, tab, wide, children }: TournamentFrameProps) {
  const { data, error, refetch } = useQuery(tournamentQuery(id))
  if (data) {
    return (
      <EntrantScope value={entrantKind(data)}>
        <Loaded tournament={data} tab={tab} wide={wide?.(data) ?? false} onStale={() => void refetch()}>
          {children(data)}
        </Loaded>
      </EntrantScope>
    )
  }
  if (!error) return <PageSkeleton />
  const problem = problemOf(error)
  return problem.status === 404 ? <Gone /> : <QueryError page problem={problem} onRetry={() => void refetch()} />
}

interface LoadedProps {
  tournament: Tournament
  tab: Tab
  wide: boolean
  onStale: () => void
  children: ReactNode
}

function Loaded({ tournament, tab, wide, onStale, children }: LoadedProps) {
  const t = useTexts('tournaments')
  const content = useContent()
  const client = useQueryClient()
  const labels = useTournamentLabels()
  // A visitor comes to view; actions for others are further down.
  const member = useSession(({ status }) => status === 'member')
  const { id, live, name, game, capacity, prizeBaht, promoter } = tournament
  const prize = prizeBaht ? t('one.prize', { baht: labels.baht(prizeBaht) }) : ''
  const about = { context: entrantKind(tournament), game: content(game.name), count: capacity, prize, promoter: promoter.displayName }
  useHead({ name: content(name), description: t('one.description', about) })
  useTopic(
    live,
    {
      'tournament.changed': (told) => {
        if (told.version <= tournament.liveVersion) return
        showTold(client, told)
        // Most events bring a score. Rights and admissions depend on the phase and on the places.
        if (ENTRY_FACTS.every((name) => told[name] === tournament[name])) return
        for (const queryKey of [mineKey(id), ['tournamentEntrants', id]]) void client.invalidateQueries({ queryKey })
        // A reason, or the published draw, is not part of the event.
        if (told.phase !== tournament.phase) onStale()
      },
    },
    { onReload: onStale },
  )
  if (wide) {
    return (
      <div className="-mt-2 flex flex-col gap-4 md:-mt-3">
        <ShortHeader tournament={tournament} />
        <Tabs tournament={tournament} tab={tab} />
        {children}
        {member && (
          <div className="md:max-w-md print:hidden">
            <You tournament={tournament} />
          </div>
        )}
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-5 md:gap-6">
      <Link
        to="/esport/tournament"
        className="-mt-3 flex min-h-11 items-center gap-2 self-start text-sm text-mute hover:text-text max-md:hidden"
      >
        <ArrowLeft className="size-4" aria-hidden="true" />
        {t('one.back')}
      </Link>
      <TournamentHeader tournament={tournament} />
      <PhaseRail tournament={tournament} />
      <div className="grid grid-cols-1 gap-5 md:grid-cols-[minmax(0,1fr)_340px] md:gap-x-10 md:gap-y-7">
        <div className="flex flex-col gap-4 md:sticky md:top-24 md:col-start-2 md:row-start-2 md:max-h-[calc(100dvh-7rem)] md:self-start md:overflow-y-auto">
          <Coming tournament={tournament} />
          <You tournament={tournament} />
        </div>
        <div className="min-w-0 md:col-span-2 md:row-start-1">
          <Tabs tournament={tournament} tab={tab} />
        </div>
        <div className="min-w-0 md:col-start-1 md:row-start-2">{children}</div>
      </div>
    </div>
  )
}

export function Gone() {
  const t = useTexts('tournaments')
  const common = useTexts('common')
  const title = common('error.notFoundTitle')
  useHead({ title, noindex: true })
  return (
    <>
      <h1 className="sr-only">{title}</h1>
      <EmptyState
        action={
          <Link to="/esport/tournament" className={buttonClass('primary')}>
            {t('one.back')}
          </Link>
        }
      >
        {t('one.gone')}
      </EmptyState>
    </>
  )
}

function PageSkeleton() {
  return (
    <div aria-busy="true" className="flex flex-col gap-6">
      <div className="skeleton -mx-4 -mt-6 h-52 md:mx-0 md:mt-0 md:h-60" />
      <div className="skeleton h-14" />
      <div className="skeleton h-12" />
      <div className="grid gap-6 md:grid-cols-[1fr_340px]">
        <div className="skeleton h-72" />
        <div className="skeleton h-44" />
      </div>
    </div>
  )
}
