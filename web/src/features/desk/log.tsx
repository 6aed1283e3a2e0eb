import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { tournamentListLog, tournamentListRevisions } from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { hasText, useLanguage, useTexts } from '@/i18n'
import { formatDateTime } from '@/i18n/format'
import { Button } from '@/ui/button'
import { Chip } from '@/ui/chip'
import { EmptyState } from '@/ui/feedback'
import { QueryError } from '@/ui/query-error'
import { MatchEntry, useLoggedMatches } from './log-match'

const PER_PAGE = 30

/** The log: each change of entries, decisions and the tournament's fields, with its author, time and reason. */
export function Log({ tournamentId }: { tournamentId: number }) {
  const t = useTexts('desk')
  const [of, setOf] = useState<'decisions' | 'fields'>('decisions')
  return (
    <div className="flex flex-col gap-4">
      <div role="group" aria-label={t('log.of')} className="flex flex-wrap gap-2">
        <Chip checked={of === 'decisions'} onChoose={() => setOf('decisions')} label={t('log.decisions')} />
        <Chip checked={of === 'fields'} onChoose={() => setOf('fields')} label={t('log.fields')} />
      </div>
      {of === 'decisions' ? <Decisions tournamentId={tournamentId} /> : <Fields tournamentId={tournamentId} />}
    </div>
  )
}

function Decisions({ tournamentId }: { tournamentId: number }) {
  const [page, setPage] = useState(1)
  const query = useQuery({
    queryKey: ['deskLog', tournamentId, page],
    queryFn: () => answerOf(tournamentListLog({ body: { id: tournamentId, page, perPage: PER_PAGE } })),
    placeholderData: keepPreviousData,
  })
  const told = useLoggedMatches(tournamentId, query.data?.items.some(({ matchId }) => matchId) ?? false)
  return (
    <Pages query={query} page={page} onPage={setPage}>
      {(entry) => {
        const of = told.get(entry.matchId ?? 0)
        return (
          <Entry key={entry.id} {...entry} about={entry.entrant?.name} changes={[]}>
            {of && <MatchEntry told={of} entry={entry} />}
          </Entry>
        )
      }}
    </Pages>
  )
}

function Fields({ tournamentId }: { tournamentId: number }) {
  const [page, setPage] = useState(1)
  const query = useQuery({
    queryKey: ['deskRevisions', tournamentId, page],
    queryFn: () => answerOf(tournamentListRevisions({ body: { id: tournamentId, page, perPage: PER_PAGE } })),
    placeholderData: keepPreviousData,
  })
  return (
    <Pages query={query} page={page} onPage={setPage}>
      {(entry) => <Entry key={entry.id} {...entry} />}
    </Pages>
  )
}

interface PagesProps<Item> {
  query: { data: { items: Item[]; total: number } | undefined; error: Error | null; refetch: () => unknown }
  page: number
  onPage: (page: number) => void
  children: (item: Item) => React.ReactNode
}

function Pages<Item>({ query: { data, error, refetch }, page, onPage, children }: PagesProps<Item>) {
  const t = useTexts('desk')
  if (error && !data) return <QueryError problem={problemOf(error)} onRetry={() => void refetch()} />
  if (!data) return <div className="skeleton h-72" />
  if (data.items.length === 0) return <EmptyState>{t('log.none')}</EmptyState>
  const pages = Math.ceil(data.total / PER_PAGE)
  return (
    <>
      <ol className="rounded-panel border border-line bg-panel px-4">{data.items.map(children)}</ol>
      {pages > 1 && (
        <nav aria-label={t('log.pages')} className="flex items-center gap-3">
          <Button size="sm" disabled={page <= 1} onClick={() => onPage(page - 1)}>
            {t('log.newer')}
          </Button>
          <span className="num text-sm text-mute">
            {page}/{pages}
          </span>
          <Button size="sm" disabled={page >= pages} onClick={() => onPage(page + 1)}>
            {t('log.older')}
          </Button>
        </nav>
      )}
    </>
  )
}

interface EntryProps {
  at: string
  kind: string
  actor?: { displayName: string } | null
  reason?: string | null
  about?: string | undefined
  children?: React.ReactNode
  changes: ReadonlyArray<{ field: string; before?: unknown; after?: unknown }>
}

function Entry({ at, kind, actor, reason, about, changes, children }: EntryProps) {
  const t = useTexts('desk')
  const language = useLanguage()
  return (
    <li className="flex flex-col gap-1 border-b border-line py-3 last:border-0">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span>
          {t(hasText('desk', `did.${kind}`) ? (`did.${kind}` as 'did.other') : 'did.other')}
          {about && <span className="font-semibold"> {about}</span>}
        </span>
        <span className="num text-sm text-mute">{formatDateTime(at, language)}</span>
      </p>
      {children}
      <p className="text-sm text-mute">
        {actor ? t('log.by', { name: actor.displayName }) : t('log.byItself')}
        {reason && ` · ${reason}`}
      </p>
      {changes.length > 0 && (
        <ul className="text-sm">
          {changes.map(({ field, before, after }) => (
            <li key={field} className="break-words">
              <span className="text-mute">{hasText('desk', `field.${field}`) ? t(`field.${field}` as 'field.nameTh') : field}: </span>
              <span className="text-mute line-through">{shownValue(before, language)}</span> → {shownValue(after, language)}
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d/

/** A field's value as people read it; long texts are cut. */
function shownValue(value: unknown, language: 'th' | 'en'): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'string')
    return DATE.test(value) ? formatDateTime(value, language) : value.length > 120 ? `${value.slice(0, 120)}…` : value
  return typeof value === 'object' ? JSON.stringify(value).slice(0, 160) : String(value)
}
