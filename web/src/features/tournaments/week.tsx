import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { TournamentCard } from '@/api/generated'
import { problemOf } from '@/api/problem'
import { useContent, useLanguage, useTexts } from '@/i18n'
import { dayAfter, dayOf, formatShortDay, formatDays, formatTime, formatWeekday, mondayOf, startOfDay } from '@/i18n/format'
import { serverNow } from '@/live'
import { Cover } from '@/ui/cover'
import { cx } from '@/ui/cx'
import { QueryError } from '@/ui/query-error'
import type { TournamentSearch } from './kinds'
import { useLiveCard } from './live'
import { useNow } from './now'
import { PhaseTime } from './phase-tag'
import { listQuery } from './queries'

const DAYS = [0, 1, 2, 3, 4, 5, 6]

/** The tournaments that start in a week, Monday to Sunday: days side by side on a wide screen, stacked on a phone. */
export function Week({ search, week }: { search: TournamentSearch; week: string }) {
  const t = useTexts('tournaments')
  const language = useLanguage()
  const now = useNow()
  const { data, error, refetch, isPlaceholderData } = useQuery(listQuery({ ...search, week, page: undefined }))
  const monday = startOfDay(week) ?? 0
  const today = now === undefined ? undefined : dayOf(now)
  const shown = isPlaceholderData ? undefined : data
  return (
    <section className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="flex-1 basis-60 text-xl">{t('week.heading', { days: formatDays(monday, dayAfter(monday, 6), language) })}</h2>
        <div className="flex gap-1">
          <WeekLink week={mondayOf(monday, -1)} label={t('week.previous')}>
            <ChevronLeft className="size-5" aria-hidden="true" />
          </WeekLink>
          <WeekLink week={mondayOf(serverNow())} label={t('week.today')}>
            <span className="num px-2 text-sm">{t('week.today')}</span>
          </WeekLink>
          <WeekLink week={mondayOf(monday, 1)} label={t('week.next')}>
            <ChevronRight className="size-5" aria-hidden="true" />
          </WeekLink>
        </div>
      </div>
      {error && !data ? (
        <QueryError problem={problemOf(error)} onRetry={() => void refetch()} />
      ) : (
        <>
          <p role="status" className={shown?.total === 0 ? 'text-mute' : 'sr-only'}>
            {shown && (shown.total === 0 ? t('week.empty') : t('found', { count: shown.total }))}
          </p>
          <ol className="grid grid-cols-1 gap-x-3 md:grid-cols-7" aria-busy={!shown}>
            {DAYS.map((offset) => {
              const at = dayAfter(monday, offset)
              const day = dayOf(at)
              return <Day key={day} at={at} today={day === today} cards={shown?.items.filter(({ startAt }) => dayOf(startAt) === day)} />
            })}
          </ol>
          {shown && shown.total > shown.items.length && (
            <p className="text-sm text-mute">{t('week.more', { count: shown.total - shown.items.length })}</p>
          )}
        </>
      )}
    </section>
  )
}

function WeekLink({ week, label, children }: { week: string; label: string; children: React.ReactNode }) {
  return (
    <Link
      from="/esport/tournament"
      to="/esport/tournament"
      search={(before) => ({ ...before, week, page: undefined })}
      replace
      resetScroll={false}
      aria-label={label}
      className="grid min-h-11 min-w-11 place-items-center rounded-control ring-1 ring-control ring-inset hover:ring-lime"
    >
      {children}
    </Link>
  )
}

function Day({ at, today, cards }: { at: number; today: boolean; cards: TournamentCard[] | undefined }) {
  const t = useTexts('tournaments')
  const language = useLanguage()
  return (
    <li className={cx('flex gap-4 border-t py-3 md:flex-col md:gap-3', today ? 'border-text' : 'border-line')}>
      <p className={cx('w-16 flex-none md:w-auto', cards?.length === 0 && !today && 'text-mute')}>
        <span className="block text-sm">{today ? t('week.isToday') : formatWeekday(at, language)}</span>
        <span className="num block whitespace-nowrap">{formatShortDay(at, language)}</span>
      </p>
      {cards === undefined && <div className="skeleton h-16 flex-1 md:flex-none" />}
      {cards?.length === 0 && <p className="text-sm text-mute md:hidden">{t('week.nothing')}</p>}
      {cards && cards.length > 0 && (
        <ul className="flex min-w-0 flex-1 flex-col gap-2">
          {cards.map((card) => (
            <DayCard key={card.id} tournament={card} />
          ))}
        </ul>
      )}
    </li>
  )
}

function DayCard({ tournament }: { tournament: TournamentCard }) {
  const content = useContent()
  useLiveCard(tournament)
  const { game } = tournament
  return (
    <li className="relative overflow-hidden rounded-control border border-line bg-panel hover:border-control">
      <Cover hue={game.hue} motif={game.motif} ratio="3:2" className="block h-2 w-full" />
      <div className="flex flex-col items-start gap-1 p-2.5">
        <span className="num text-sm text-mute">{formatTime(tournament.startAt, false)}</span>
        <Link
          to="/esport/tournament/$id"
          params={{ id: String(tournament.id) }}
          className="line-clamp-3 text-sm font-semibold after:absolute after:inset-0 hover:text-lime"
        >
          {content(tournament.name)}
        </Link>
        <span className="text-xs text-mute" lang="en">
          {content(game.name)}
        </span>
        <PhaseTime tournament={tournament} />
      </div>
    </li>
  )
}
