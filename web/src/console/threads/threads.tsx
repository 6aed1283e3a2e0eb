import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { SupportState, SupportThreadSummary } from '@/api/generated'
import { problemOf } from '@/api/problem'
import { STAFF_PER_PAGE, type StaffFilter, staffThreadsQuery, TOPICS } from '@/features/support/queries'
import { StateTag } from '@/features/support/state-tag'
import { useLanguage, useTexts } from '@/i18n'
import { formatDateTime } from '@/i18n/format'
import { useTopic } from '@/live'
import { Chip } from '@/ui/chip'
import { cx } from '@/ui/cx'
import { EmptyState } from '@/ui/feedback'
import { SelectField } from '@/ui/field'
import { Pager } from '@/ui/pager'
import { QueryError } from '@/ui/query-error'
import { LIST, ROW } from '../work/look'
import { OrderLink } from '../work/order-link'

const STATES = ['waiting', 'answered', 'closed'] as const satisfies SupportState[]

interface StaffThreadsProps {
  filter: StaffFilter
  page: number
  onChange: (filter: StaffFilter, page: number) => void
}

/** Members' threads, the longest wait first. The list renews itself. */
export function StaffThreads({ filter, page, onChange }: StaffThreadsProps) {
  const t = useTexts('support')
  const query = useQuery(staffThreadsQuery(filter, page))
  const again = () => void query.refetch()
  useTopic(query.data?.live, { 'support.listed': again }, { onReload: again })
  const { state, topic } = filter
  const go = (next: { state?: SupportState | undefined; topic?: StaffFilter['topic'] | undefined }) =>
    onChange({ ...(next.state && { state: next.state }), ...(next.topic && { topic: next.topic }) }, 1)
  const pages = Math.max(1, Math.ceil((query.data?.total ?? 0) / STAFF_PER_PAGE))
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <fieldset className="flex flex-wrap gap-2">
          <legend className="sr-only">{t('staff.filter.label')}</legend>
          <Chip checked={!state} label={t('staff.filter.open')} onChoose={() => go({ topic })} />
          {STATES.map((known) => (
            <Chip key={known} checked={state === known} label={t(`staff.state.${known}`)} onChoose={() => go({ state: known, topic })} />
          ))}
        </fieldset>
        <SelectField
          className="w-full sm:w-64"
          label={t('staff.filter.topic')}
          placeholder={t('staff.filter.allTopics')}
          none={t('staff.filter.allTopics')}
          value={topic ?? ''}
          onChange={(value) => go({ state, topic: TOPICS.find((known) => known === value) })}
          options={TOPICS.map((known) => ({ value: known, label: t(`topic.${known}`) }))}
        />
      </div>
      <Threads query={query} empty={t(`staff.empty.${state ?? 'open'}`)} />
      <Pager
        page={page}
        pages={pages}
        onPage={(next) => onChange(filter, next)}
        labels={{ page: t('page', { page, pages }), previous: t('previous'), next: t('next') }}
      />
    </>
  )
}

function Threads({ query, empty }: { query: UseQueryResult<{ items: SupportThreadSummary[]; total: number }>; empty: string }) {
  const { data, error, refetch, isPaused, isPlaceholderData } = query
  if ((isPaused && (!data || isPlaceholderData)) || (error && !data))
    return <QueryError problem={problemOf(error)} onRetry={() => void refetch()} />
  if (!data) return <div className="skeleton h-64" />
  if (data.total === 0) return <EmptyState>{empty}</EmptyState>
  return (
    <ul className={cx(LIST, isPlaceholderData && 'opacity-60')}>
      {data.items.map((thread) => (
        <Row key={thread.id} thread={thread} />
      ))}
    </ul>
  )
}

/** The whole row leads to the thread, but for the order's number. */
function Row({ thread }: { thread: SupportThreadSummary }) {
  const t = useTexts('support')
  const language = useLanguage()
  const { id, subject, state, topic, orderNumber, lastText, updatedAt, waitingSince, memberName } = thread
  const at = formatDateTime(waitingSince ?? updatedAt, language)
  return (
    <li className={cx(ROW, 'relative hover:bg-raise')}>
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-center gap-x-2">
          <Link
            to="/console/threads/$id"
            params={{ id: String(id) }}
            className="min-w-0 font-semibold [overflow-wrap:anywhere] after:absolute after:inset-0"
          >
            <bdi>{subject}</bdi>
          </Link>
          <StateTag state={state} side="staff" />
        </p>
        <p dir="auto" className="line-clamp-1 text-mute [overflow-wrap:anywhere]">
          {lastText || t('onlyPictures')}
        </p>
      </div>
      <p className="flex flex-wrap gap-x-3 text-mute">
        <bdi>{memberName}</bdi>
        <span>{t(`topic.${topic}`)}</span>
        {orderNumber && (
          <span className="relative">
            <OrderLink number={orderNumber} />
          </span>
        )}
        <time dateTime={waitingSince ?? updatedAt} className="whitespace-nowrap">
          {t(waitingSince ? 'staff.waitingSince' : 'staff.updated', { at })}
        </time>
      </p>
    </li>
  )
}
