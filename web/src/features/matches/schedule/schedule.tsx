import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { Tournament } from '@/api/generated'
import { problemOf } from '@/api/problem'
import { useKnown } from '@/api/use-known'
import { useLanguage, useTexts } from '@/i18n'
import { useTopic } from '@/live'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/feedback'
import { Pager } from '@/ui/pager'
import { QueryError } from '@/ui/query-error'
import { MATCHES_PER_PAGE, scheduleKey, scheduleQuery } from '../queries'
import { bySection, filterOf, type ScheduleSearch } from './days'
import { Filters } from './filters'
import { MatchRow } from './row'
import { useMatchLabels } from '../labels'

/** Viewers of one tournament refetch within this time, not all at once. */
const SPREAD_MS = 3_000

/** All matches of a tournament, or the filtered ones, by state, and upcoming ones by day. */
export function Schedule({ tournament }: { tournament: Tournament }) {
  const t = useTexts('matches')
  const labels = useMatchLabels()
  const language = useLanguage()
  const search = useSearch({ from: '/esport/tournament/$id/matches' }) as ScheduleSearch
  const navigate = useNavigate({ from: '/esport/tournament/$id/matches' })
  const page = search.page ?? 1
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...scheduleQuery(tournament.id, filterOf(search), page, language),
    enabled: useKnown(),
  })
  useFresh(tournament.id)
  const narrowed = Object.keys(search).some((name) => name !== 'page')
  const show = (next: ScheduleSearch) => void navigate({ search: next as never, resetScroll: false })
  const pages = Math.ceil((data?.total ?? 0) / MATCHES_PER_PAGE)
  return (
    <section aria-label={t('schedule.heading')} className="flex flex-col gap-5">
      <h2 className="text-xl">{t('schedule.heading')}</h2>
      <Filters tournament={tournament} search={search} onSearch={show} />
      {data ? (
        data.items.length === 0 ? (
          <EmptyState action={narrowed ? <Button onClick={() => show({})}>{t('schedule.clear')}</Button> : undefined}>
            {t(narrowed ? 'schedule.noneFound' : 'schedule.none')}
          </EmptyState>
        ) : (
          <div aria-busy={isPlaceholderData || undefined} className="flex flex-col gap-6">
            {bySection(data.items).map(({ section, day, matches }) => (
              <section key={day ?? section} className="flex flex-col gap-1">
                <h3 className="text-base text-mute">{day ? labels.day(`${day}T12:00:00+07:00`) : t(`schedule.section.${section}`)}</h3>
                <ul>
                  {matches.map((match) => (
                    <MatchRow key={match.id} match={match} />
                  ))}
                </ul>
              </section>
            ))}
            <p className="text-sm text-mute">{t('time.zone')}</p>
          </div>
        )
      ) : error ? (
        <QueryError problem={problemOf(error)} onRetry={() => void refetch()} />
      ) : (
        <div aria-busy="true" className="flex flex-col gap-2">
          {[0, 1, 2, 3].map((each) => (
            <div key={each} className="skeleton h-20" />
          ))}
        </div>
      )}
      <Pager
        page={page}
        pages={pages}
        onPage={(next) => show({ ...search, page: next })}
        labels={{ page: t('schedule.page', { page, pages }), previous: t('schedule.previous'), next: t('schedule.next') }}
      />
    </section>
  )
}

/** Fetches the list again when something of the bracket changed. */
function useFresh(id: number) {
  const client = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const again = () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      void client.invalidateQueries({ queryKey: scheduleKey(id) })
    }, Math.random() * SPREAD_MS)
  }
  useTopic({ topic: `public:bracket:${id}` }, { 'bracket.changed': again }, { onReload: again })
}
