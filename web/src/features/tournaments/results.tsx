import { useQuery } from '@tanstack/react-query'
import { Link, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { problemOf } from '@/api/problem'
import { useSession } from '@/api/session'
import { useTexts } from '@/i18n'
import { buttonClass } from '@/ui/button'
import { cx } from '@/ui/cx'
import { EmptyState } from '@/ui/feedback'
import { QueryError } from '@/ui/query-error'
import { CardSkeleton } from './card'
import type { TournamentSearch } from './kinds'
import { LiveCard } from './lanes'
import { listQuery, PER_PAGE } from './queries'

const grid = 'grid grid-cols-1 gap-x-5 gap-y-7 xs:grid-cols-2 sm:grid-cols-3 md:grid-cols-4'
const SKELETONS = [0, 1, 2, 3, 4, 5, 6, 7]

/** A filter about the user cannot be answered for a visitor. */
export function useMayAsk({ mine }: TournamentSearch): boolean | undefined {
  const status = useSession((session) => session.status)
  return mine === undefined || status === 'member' ? true : status === 'guest' ? false : undefined
}

/** The results, page by page; the previous ones stay while the next load, except offline. */
export function Results({ search, onPage }: { search: TournamentSearch; onPage: (page: number) => void }) {
  const t = useTexts('tournaments')
  const { data, error, refetch, isPaused, isPlaceholderData } = useQuery(listQuery(search))
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / PER_PAGE))
  const { page = 1 } = search
  const beyond = data !== undefined && !isPlaceholderData && page > pages
  useEffect(() => {
    if (beyond) onPage(pages)
  }, [beyond, onPage, pages])
  const offline = isPaused && (!data || isPlaceholderData)
  if (offline || (error && !data)) return <QueryError problem={problemOf(error)} onRetry={() => void refetch()} />
  if (!data) return <ResultsSkeleton />
  return (
    <div className={cx('flex flex-col gap-6', isPlaceholderData && 'opacity-60')}>
      <p role="status" className="text-sm text-mute">
        {t('found', { count: data.total })}
      </p>
      {data.total === 0 ? (
        <NothingFound search={search} />
      ) : (
        <ul className={grid}>
          {data.items.map((card) => (
            <LiveCard key={card.id} tournament={card} />
          ))}
        </ul>
      )}
      {pages > 1 && (
        <nav aria-label={t('page', { page, pages })} className="flex items-center justify-center gap-4">
          <PageLink page={page - 1} shown={page > 1} label={t('previous')} />
          <span className="text-mute">{t('page', { page, pages })}</span>
          <PageLink page={page + 1} shown={page < pages} label={t('next')} />
        </nav>
      )}
    </div>
  )
}

function PageLink({ page, shown, label }: { page: number; shown: boolean; label: string }) {
  const look = cx(buttonClass('plain'), !shown && 'invisible')
  return (
    <Link
      from="/esport/tournament"
      to="/esport/tournament"
      search={(before) => ({ ...before, page: page > 1 ? page : undefined })}
      disabled={!shown}
      className={look}
    >
      {label}
    </Link>
  )
}

function NothingFound({ search }: { search: TournamentSearch }) {
  const t = useTexts('tournaments')
  const why = search.mine === 'entered' ? 'notEntered' : search.mine === 'run' ? 'notRun' : 'notFound'
  return (
    <EmptyState
      action={
        <Link to="/esport/tournament" className={buttonClass('plain')}>
          {t('one.back')}
        </Link>
      }
    >
      {t(why)}
    </EmptyState>
  )
}

export function ResultsSkeleton() {
  return (
    <ul aria-busy="true" className={grid}>
      {SKELETONS.map((card) => (
        <CardSkeleton key={card} />
      ))}
    </ul>
  )
}

export function LoginFirst() {
  const t = useTexts('tournaments')
  const common = useTexts('common')
  const returnTo = useRouterState({ select: ({ location }) => location.href })
  return (
    <EmptyState
      action={
        <Link to="/auth/login" search={{ returnTo }} className={buttonClass('primary')}>
          {common('session.login')}
        </Link>
      }
    >
      {t('loginForMine')}
    </EmptyState>
  )
}
