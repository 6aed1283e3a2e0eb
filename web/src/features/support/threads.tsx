import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { SupportThreadSummary } from '@/api/generated'
import { problemOf } from '@/api/problem'
import { useSession } from '@/api/session'
import { useTexts } from '@/i18n'
import { useTopic } from '@/live'
import { buttonClass } from '@/ui/button'
import { cx } from '@/ui/cx'
import { EmptyState } from '@/ui/feedback'
import { Pager } from '@/ui/pager'
import { QueryError } from '@/ui/query-error'
import { PER_PAGE, threadsQuery } from './queries'
import { ThreadRow } from './thread-row'

interface ThreadListProps {
  query: UseQueryResult<{ items: SupportThreadSummary[]; total: number }>
  page: number
  onPage: (page: number) => void
  /** Shown instead of an empty list. */
  empty: ReactNode
}

/** A page of threads. */
function ThreadList({ query, page, onPage, empty }: ThreadListProps) {
  const t = useTexts('support')
  const { data, error, refetch, isPaused, isPlaceholderData } = query
  if ((isPaused && (!data || isPlaceholderData)) || (error && !data))
    return <QueryError problem={problemOf(error)} onRetry={() => void refetch()} />
  if (!data) return <div className="skeleton h-64" />
  if (data.total === 0) return empty
  const pages = Math.max(1, Math.ceil(data.total / PER_PAGE))
  return (
    <>
      <ul className={cx('flex flex-col gap-3', isPlaceholderData && 'opacity-60')}>
        {data.items.map((thread) => (
          <ThreadRow key={thread.id} thread={thread} />
        ))}
      </ul>
      <Pager
        page={page}
        pages={pages}
        onPage={onPage}
        labels={{ page: t('page', { page, pages }), previous: t('previous'), next: t('next') }}
      />
    </>
  )
}

/** The user's threads. An answer comes with a message in the inbox, which the list hears of. */
export function MyThreads({ page, onPage }: { page: number; onPage: (page: number) => void }) {
  const t = useTexts('support')
  const live = useSession((session) => session.me?.live)
  const query = useQuery(threadsQuery(page))
  useTopic(live, { 'inbox.changed': () => void query.refetch() }, { onReload: () => void query.refetch() })
  const write = (
    <Link to="/contact" className={buttonClass('primary')}>
      {t('new')}
    </Link>
  )
  return (
    <>
      {query.data && query.data.total > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-mute">{t('intro')}</p>
          {write}
        </div>
      )}
      <ThreadList query={query} page={page} onPage={onPage} empty={<EmptyState action={write}>{t('empty')}</EmptyState>} />
    </>
  )
}
