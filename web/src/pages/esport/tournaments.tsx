import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useTexts } from '@/i18n'
import { mondayOf, startOfDay } from '@/i18n/format'
import { ConnectionMark } from '@/live/connection-mark'
import { buttonClass } from '@/ui/button'
import { Filters } from '@/features/tournaments/filters'
import { type TournamentSearch, understood } from '@/features/tournaments/kinds'
import { Lanes } from '@/features/tournaments/lanes'
import { useLiveLists } from '@/features/tournaments/live'
import { NextSteps } from '@/features/my-tournaments/next-steps'
import { LoginFirst, Results, ResultsSkeleton, useMayAsk } from '@/features/tournaments/results'
import { Week } from '@/features/tournaments/week'

/** Tournaments: the user's next steps, and all current ones or the search results. */
export function TournamentsPage() {
  const t = useTexts('tournaments')
  const search = understood(useSearch({ from: '/esport/tournament' }))
  const navigate = useNavigate()
  useLiveLists()
  const monday = startOfDay(search.week ?? '')
  const go = useCallback(
    (change: TournamentSearch, replace = true) =>
      void navigate({
        from: '/esport/tournament',
        to: '/esport/tournament',
        search: (before) => ({ ...before, page: undefined, ...change }),
        replace,
        resetScroll: false,
      }),
    [navigate],
  )
  const toPage = useCallback((page: number) => go({ page: page > 1 ? page : undefined }), [go])
  const narrowed = Object.keys(search).length > 0
  const may = useMayAsk(search)
  return (
    <div className="flex flex-col gap-8">
      <div className="flex flex-col gap-6">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h1 className="text-2xl md:text-3xl">{t('heading')}</h1>
          <div className="flex items-center gap-5">
            <ConnectionMark short />
            <Link to="/esport/teams" className={buttonClass('ghost', 'sm')}>
              {t('teams')}
            </Link>
            <Link to="/account/form-tournament" className={`${buttonClass('plain', 'sm')} max-sm:hidden`}>
              {t('create')}
            </Link>
          </div>
        </div>
        <NextSteps />
        <Filters search={search} onChange={go} />
      </div>
      {may === false ? (
        <LoginFirst />
      ) : may === undefined ? (
        <ResultsSkeleton />
      ) : monday !== undefined ? (
        <Week search={search} week={mondayOf(monday)} />
      ) : narrowed ? (
        <Results search={search} onPage={toPage} />
      ) : (
        <Lanes />
      )}
    </div>
  )
}
