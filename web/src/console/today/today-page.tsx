import { RefreshCw } from 'lucide-react'
import { problemOf } from '@/api/problem'
import type { Today } from '@/api/generated'
import { useNow } from '@/features/tournaments/now'
import { useTexts } from '@/i18n'
import { formatTime } from '@/i18n/format'
import { cx } from '@/ui/cx'
import { EmptyState } from '@/ui/feedback'
import { QueryError, useProblemText } from '@/ui/query-error'
import { useEntry } from '../entry/use-entry'
import { smallButton } from '../table/look'
import { placeOf } from './kinds'
import { useToday } from './use-today'
import { WorkCard } from './work-card'
import { groupsOf } from './work-group'

const GRID = 'grid gap-3 sm:grid-cols-2 min-[1200px]:grid-cols-3'

/** The work that needs the user now, the most expensive for customers first. */
export function TodayPage() {
  const t = useTexts('consoleToday')
  const { data, error, refetch, isFetching, isPaused } = useToday()
  const refresh = () => void refetch()
  const time = data && formatTime(data.at, false)
  const isBehind = Boolean(error) || isPaused
  const content = () => {
    if (data) return <NeedsYou today={data} />
    if (isBehind) return <QueryError problem={problemOf(error)} onRetry={refresh} />
    return <Skeleton />
  }
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 className="text-xl">{t('heading')}</h1>
        <div className="flex flex-wrap items-center gap-3">
          {time && <p className={cx('text-xs', isBehind ? 'text-amber' : 'text-mute')}>{t('asOf', { time })}</p>}
          <button type="button" className={cx(smallButton, 'max-md:min-h-11')} aria-busy={isFetching || undefined} onClick={refresh}>
            <RefreshCw className={cx('size-4', isFetching && 'animate-spin motion-reduce:animate-none')} aria-hidden="true" />
            {t('refresh')}
          </button>
        </div>
      </div>
      <div role="status" className="empty:-mt-4">
        {time && isBehind && <Behind error={error} time={time} />}
      </div>
      {content()}
    </div>
  )
}

/** Warns that the page is not current, and says why. */
function Behind({ error, time }: { error: unknown; time: string }) {
  const t = useTexts('consoleToday')
  const problemText = useProblemText()
  return (
    <p className="rounded-control bg-amber-dim px-4 py-2 text-amber">
      {t('behind', { time })} {problemText(problemOf(error))}
    </p>
  )
}

function NeedsYou({ today: { work, at } }: { today: Today }) {
  const t = useTexts('consoleToday')
  const { data: entry } = useEntry()
  // The server's clock in steps may lag behind its answer.
  const now = Math.max(useNow() ?? 0, Date.parse(at))
  const groups = groupsOf(work)
  if (groups.length === 0) return <EmptyState>{t('empty')}</EmptyState>
  const roles = entry?.roles ?? []
  const cards = groups.map((group) => ({ group, place: placeOf(group.kind, roles) }))
  const first = cards.find(({ place }) => place)
  return (
    <section aria-labelledby="needs-you" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-baseline gap-x-2.5">
        <h2 id="needs-you" className="text-lg">
          {t('needsYou')}
        </h2>
        <p aria-live="polite" className="text-mute">
          {t('summary', { count: groups.length })}
        </p>
      </div>
      <ul className={GRID}>
        {cards.map((card) => (
          <WorkCard key={card.group.kind} {...card} now={now} isFirst={card === first} />
        ))}
      </ul>
    </section>
  )
}

function Skeleton() {
  return (
    <div className={GRID} aria-busy="true">
      <div className="skeleton h-44" />
      <div className="skeleton h-44" />
      <div className="skeleton h-44" />
    </div>
  )
}
