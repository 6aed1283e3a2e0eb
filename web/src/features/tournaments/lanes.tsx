import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import type { TournamentCard, TournamentLanes } from '@/api/generated'
import { problemOf } from '@/api/problem'
import { useTexts } from '@/i18n'
import { buttonClass } from '@/ui/button'
import { cx } from '@/ui/cx'
import { EmptyState } from '@/ui/feedback'
import { QueryError } from '@/ui/query-error'
import { CardSkeleton, TournamentCardItem } from './card'
import { LANES, useLiveCard } from './live'
import { lanesQuery } from './loaded'

type Lane = (typeof LANES)[number]

// On a phone a lane is swiped; on a wide screen it is a grid.
const row =
  '-mx-4 grid snap-x auto-cols-[66%] grid-flow-col gap-4 overflow-x-auto px-4 pt-1 pb-1 xs:auto-cols-[62%] sm:auto-cols-[38%] md:mx-0 md:grid-flow-row md:auto-cols-auto md:grid-cols-4 md:gap-x-5 md:gap-y-7 md:overflow-visible md:px-0'

/** All current tournaments, by phase. */
export function Lanes() {
  const t = useTexts('tournaments')
  const { data, error, refetch } = useQuery(lanesQuery)
  if (error && !data) return <QueryError problem={problemOf(error)} onRetry={() => void refetch()} />
  if (!data) return <LanesSkeleton />
  const shown = LANES.filter((lane) => data[lane].length > 0)
  if (shown.length === 0) {
    return (
      <EmptyState
        action={
          <Link to="/account/form-tournament" className={buttonClass('plain')}>
            {t('create')}
          </Link>
        }
      >
        {t('none')}
      </EmptyState>
    )
  }
  return shown.map((lane) => <LaneSection key={lane} lane={lane} lanes={data} />)
}

function LaneSection({ lane, lanes }: { lane: Lane; lanes: TournamentLanes }) {
  const t = useTexts('tournaments')
  const cards = lanes[lane]
  const count = lanes.counts[lane] ?? cards.length
  return (
    <section className="flex flex-col gap-3">
      <div className="flex items-center gap-3">
        {lane === 'competition' && (
          <span aria-hidden="true" className="size-2 flex-none rounded-full bg-lime shadow-[0_0_0_4px_#b6f23a29]" />
        )}
        <h2 className="text-xl">
          {t(`phase.${lane}`)} <span className="num text-base text-mute">{count}</span>
        </h2>
        <span className="flex-1" />
        <Link
          to="/esport/tournament"
          search={{ phase: lane }}
          aria-label={t('lane.allOf', { lane: t(`phase.${lane}`) })}
          className="flex min-h-11 flex-none items-center gap-1 text-sm text-mute hover:text-text"
        >
          {t('lane.all')}
          <ChevronRight className="size-4" aria-hidden="true" />
        </Link>
      </div>
      <ul className={cx(row, lane !== 'register' && 'md:[&>:nth-child(n+5)]:hidden')}>
        {cards.map((card) => (
          <LiveCard key={card.id} tournament={card} className="snap-start scroll-ml-4" />
        ))}
      </ul>
    </section>
  )
}

export function LiveCard({ tournament, className }: { tournament: TournamentCard; className?: string }) {
  useLiveCard(tournament)
  return <TournamentCardItem tournament={tournament} className={className} />
}

const FOUR = [0, 1, 2, 3]

function LanesSkeleton() {
  return (
    <div aria-busy="true" className="flex flex-col gap-10">
      {[0, 1].map((lane) => (
        <div key={lane} className="flex flex-col gap-4">
          <div className="skeleton h-7 w-44" />
          <ul className={row}>
            {FOUR.map((card) => (
              <CardSkeleton key={card} />
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}
