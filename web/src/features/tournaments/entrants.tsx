import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import type { ListedTeam, Tournament } from '@/api/generated'
import { teamListAskedLimits } from '@/api/limits.gen'
import { problemOf } from '@/api/problem'
import { useContent } from '@/i18n'
import { useEntrantTexts } from '@/i18n/entrants'
import { Button } from '@/ui/button'
import { cx } from '@/ui/cx'
import { EmptyState } from '@/ui/feedback'
import { QueryError } from '@/ui/query-error'
import { TeamLogo } from '@/ui/team-logo'
import { WholeWords } from '@/ui/whole-words'
import { PlacesBar } from './card'
import { ENTRANTS_PER_PAGE, entrantsQuery } from './queries'
import { useTournamentLabels } from './labels'

type EntrantGroup = 'join' | 'waitlist'

/** The admitted entrants, and the waiting list. */
export function Entrants({ tournament }: { tournament: Tournament }) {
  const t = useEntrantTexts('tournaments')
  const labels = useTournamentLabels()
  const [status, setStatus] = useState<EntrantGroup>('join')
  const [typed, setTyped] = useState('')
  const [page, setPage] = useState(1)
  const query = useDeferredValue(typed.trim())
  const { joined, capacity, waiting } = tournament
  const show = (next: EntrantGroup) => {
    setStatus(next)
    setPage(1)
  }
  return (
    <section className="flex flex-col gap-5">
      <h2 className="sr-only">{t('entrants.heading')}</h2>
      <div className="flex flex-col">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span>
            <span className="num text-3xl">{joined}</span> <span className="num text-xl text-mute">/ {capacity}</span>{' '}
            <span className="text-mute">{labels.entrants(tournament, capacity)}</span>
          </span>
          {waiting > 0 && <span className="text-mute">{t('entrants.waiting', { count: waiting })}</span>}
        </p>
        <PlacesBar tournament={tournament} />
      </div>
      <div className="flex flex-wrap gap-3">
        {(joined > 12 || query) && (
          <input
            type="search"
            aria-label={t('entrants.search')}
            placeholder={t('entrants.search')}
            maxLength={teamListAskedLimits.query}
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value)
              setPage(1)
            }}
            className="min-h-11 min-w-0 flex-1 basis-56 rounded-control bg-ground px-4 ring-1 ring-control ring-inset placeholder:text-mute focus-visible:ring-2 focus-visible:ring-lime focus-visible:outline-none"
          />
        )}
        {(waiting > 0 || status === 'waitlist') && (
          <div role="group" aria-label={t('entrants.heading')} className="flex gap-2">
            <Choice chosen={status === 'join'} onChoose={() => show('join')} label={t('entrants.joined')} />
            <Choice chosen={status === 'waitlist'} onChoose={() => show('waitlist')} label={t('entrants.waiting', { count: waiting })} />
          </div>
        )}
      </div>
      <List tournament={tournament} status={status} query={query} page={page} onPage={setPage} />
    </section>
  )
}

function Choice({ chosen, onChoose, label }: { chosen: boolean; onChoose: () => void; label: string }) {
  return (
    <button
      type="button"
      aria-pressed={chosen}
      onClick={onChoose}
      className={cx(
        'num min-h-11 rounded-control px-4 text-sm ring-1 ring-inset',
        chosen ? 'bg-raise text-text ring-text' : 'text-mute ring-control hover:text-text',
      )}
    >
      {label}
    </button>
  )
}

interface ListProps {
  tournament: Tournament
  status: EntrantGroup
  query: string
  page: number
  onPage: (page: number) => void
}

const SKELETONS = [0, 1, 2, 3, 4, 5]
const grid = 'grid grid-cols-1 gap-x-6 sm:grid-cols-2'

function List({ tournament, status, query, page, onPage }: ListProps) {
  const t = useEntrantTexts('tournaments')
  const { data, error, refetch, isPaused } = useQuery(entrantsQuery(tournament.id, status, query, page))
  if ((isPaused || error) && !data) return <QueryError problem={problemOf(error)} onRetry={() => void refetch()} />
  if (!data) {
    return (
      <ul aria-busy="true" className={grid}>
        {SKELETONS.map((row) => (
          <li key={row} className="py-2.5">
            <div className="skeleton h-11" />
          </li>
        ))}
      </ul>
    )
  }
  const pages = Math.max(1, Math.ceil(data.total / ENTRANTS_PER_PAGE))
  if (data.total === 0) {
    return (
      <EmptyState>
        {query ? t('entrants.noneFound', { query }) : t(status === 'join' ? 'entrants.none' : 'entrants.noneWaiting')}
      </EmptyState>
    )
  }
  return (
    <>
      <ul className={grid}>
        {data.items.map((team) => (
          <Entrant key={team.id} team={team} />
        ))}
      </ul>
      {pages > 1 && (
        <nav aria-label={t('page', { page, pages })} className="flex items-center justify-center gap-4">
          <Button disabled={page <= 1} onClick={() => onPage(page - 1)}>
            {t('previous')}
          </Button>
          <span className="text-mute">{t('page', { page, pages })}</span>
          <Button disabled={page >= pages} onClick={() => onPage(page + 1)}>
            {t('next')}
          </Button>
        </nav>
      )}
    </>
  )
}

function Entrant({ team }: { team: ListedTeam }) {
  const t = useEntrantTexts('tournaments')
  const content = useContent()
  const { name, shortName, logo, seed, place, players, organization, teamId, userId } = team
  const to: string = teamId ? `/esport/team/${teamId}` : `/esport/player/${userId}`
  const about = organization ? content(organization) : teamId ? players?.map(({ displayName }) => displayName).join(', ') : undefined
  return (
    <li className="relative flex items-center gap-3.5 border-b border-line py-2.5">
      <TeamLogo name={name} shortName={shortName} logo={logo} />
      <div className="min-w-0 flex-1">
        <Link to={to} className="line-clamp-2 leading-7 font-semibold break-words after:absolute after:inset-0 hover:text-lime">
          <WholeWords>{name}</WholeWords>
        </Link>
        {about && <p className="line-clamp-2 text-sm break-words text-mute">{about}</p>}
      </div>
      {(seed || place) && (
        <span className="flex-none text-sm text-mute">{seed ? t('entrants.seed', { seed }) : <span className="num">{place}</span>}</span>
      )}
    </li>
  )
}
