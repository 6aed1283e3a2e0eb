import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useId } from 'react'
import type { TeamSummary } from '@/api/generated'
import { problemOf } from '@/api/problem'
import { useTexts } from '@/i18n'
import { useTeamLabel } from '@/features/account/esport'
import { useSession } from '@/api/session'
import { Button, buttonClass } from '@/ui/button'
import { cx } from '@/ui/cx'
import { EmptyState } from '@/ui/feedback'
import { Pager } from '@/ui/pager'
import { QueryError } from '@/ui/query-error'
import { TeamName } from '@/features/teams/find-team'
import { PER_PAGE, teamListQuery } from '@/features/teams/public-queries'
import { usePause } from '@/features/teams/use-pause'

/** All teams, with a search by name; the address holds the query. */
export function TeamsPage() {
  const t = useTexts('teams')
  const { q = '', page = 1 } = useSearch({ from: '/esport/teams' })
  const navigate = useNavigate()
  const go = (search: { q?: string; page?: number }, replace = false) => void navigate({ to: '/esport/teams', search, replace })
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 className="text-2xl">{t('list.heading')}</h1>
        <Own />
      </div>
      <Search value={q} onChange={(value) => go(value.trim() ? { q: value } : {}, true)} />
      <Found
        query={q.trim()}
        page={page}
        onPage={(next) => go({ ...(q && { q }), ...(next > 1 && { page: next }) })}
        onAll={() => go({})}
      />
    </div>
  )
}

/** Links to the user's own team, or to create one. */
function Own() {
  const member = useSession((session) => session.status === 'member')
  return member ? <OfMember /> : <OwnLink label="create" />
}

function OfMember() {
  return <OwnLink label={useTeamLabel() === 'team' ? 'mine' : 'create'} />
}

function OwnLink({ label }: { label: 'mine' | 'create' }) {
  const t = useTexts('teams')
  return (
    <Link to="/account/team" className={buttonClass('plain', 'sm')}>
      {t(`list.${label}`)}
    </Link>
  )
}

function Search({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const t = useTexts('teams')
  const id = useId()
  return (
    <search>
      <label htmlFor={id} className="sr-only">
        {t('list.search')}
      </label>
      <input
        id={id}
        type="search"
        value={value}
        maxLength={80}
        onChange={(event) => onChange(event.target.value)}
        placeholder={t('list.placeholder')}
        className="min-h-12 w-full max-w-xl rounded-control bg-ground px-4 ring-1 ring-control ring-inset placeholder:text-mute focus-visible:ring-2 focus-visible:ring-lime focus-visible:outline-none"
      />
    </search>
  )
}

interface FoundProps {
  query: string
  page: number
  onPage: (page: number) => void
  onAll: () => void
}

function Found({ query, page, onPage, onAll }: FoundProps) {
  const t = useTexts('teams')
  const asked = usePause(query)
  const { data, error, refetch, isPaused, isPlaceholderData } = useQuery({
    ...teamListQuery(asked, page),
    placeholderData: keepPreviousData,
  })
  const offline = isPaused && (!data || isPlaceholderData)
  if (offline || (error && !data)) return <QueryError problem={problemOf(error)} onRetry={() => void refetch()} />
  if (!data) return <div className="skeleton h-96" />
  const pages = Math.max(1, Math.ceil(data.total / PER_PAGE))
  return (
    <div className={cx('flex flex-col gap-4', isPlaceholderData && 'opacity-60')}>
      <p role="status" className="text-sm text-mute">
        {(data.total > 0 || asked) && t('list.found', { count: data.total })}
      </p>
      {data.items.length === 0 ? (
        <EmptyState action={asked || page > 1 ? <Button onClick={onAll}>{t('list.showAll')}</Button> : <Own />}>
          {asked ? t('list.none', { query: asked }) : t('list.empty')}
        </EmptyState>
      ) : (
        <Teams teams={data.items} />
      )}
      <Pager
        page={page}
        pages={pages}
        onPage={onPage}
        labels={{ page: t('list.page', { page, pages }), previous: t('list.previous'), next: t('list.next') }}
      />
    </div>
  )
}

function Teams({ teams }: { teams: TeamSummary[] }) {
  return (
    <ul className="grid gap-3 sm:grid-cols-2 md:grid-cols-3">
      {teams.map((team) => (
        <li key={team.id} className="relative flex items-center gap-3.5 rounded-panel border border-line bg-panel p-4 hover:border-control">
          <TeamName team={team} whole />
        </li>
      ))}
    </ul>
  )
}
