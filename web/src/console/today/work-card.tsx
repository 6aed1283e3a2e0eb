import { Link } from '@tanstack/react-router'
import type { Work } from '@/api/generated'
import { useLanguage, useTexts } from '@/i18n'
import { formatDateTime } from '@/i18n/format'
import { buttonClass } from '@/ui/button'
import { cx } from '@/ui/cx'
import { Tag } from '@/ui/tag'
import { useDuration } from '../orders/story/duration'
import { grouped } from '../table/look'
import { areaOf, type Place } from './kinds'
import { type Urgency, urgencyOf, waitedSince, type WorkGroup } from './work-group'

const MINUTE_MS = 60_000

const LOOKS = {
  calm: { edge: 'border-t-line', text: 'text-mute', tag: undefined },
  late: { edge: 'border-t-amber', text: 'text-amber', tag: 'amber' },
  overdue: { edge: 'border-t-red', text: 'text-red', tag: 'red' },
} as const satisfies Record<Urgency, object>

interface WorkCardProps {
  group: WorkGroup
  /** The page where the user does the work, if the console has it. */
  place: Place | undefined
  now: number
  /** Whether it is the first thing to do. */
  isFirst: boolean
}

/** The work of one kind: how much there is, how long the oldest waits, what it costs, and the way there. */
export function WorkCard({ group, place, now, isFirst }: WorkCardProps) {
  const t = useTexts('consoleToday')
  const { kind, count, since, named } = group
  const look = LOOKS[urgencyOf(group, now)]
  return (
    <li className={cx('flex min-w-0 flex-col gap-2 rounded-panel border border-t-2 border-line bg-panel p-4', look.edge)}>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <Tag tone={look.tag}>{t(`area.${areaOf(kind)}`)}</Tag>
        {since !== undefined && <Age since={since} now={now} count={count} className={look.text} />}
      </div>
      <h3 className="text-base">{t(`kind.${kind}.title`, { count, shown: grouped(count) })}</h3>
      {named.length > 0 && (
        <ul>
          {named.map((work, index) => (
            // Two things may have one name.
            // oxlint-disable-next-line react/no-array-index-key
            <Named key={index} work={work} />
          ))}
        </ul>
      )}
      <p className="text-mute">{t(`kind.${kind}.text`)}</p>
      {place && (
        <div className="mt-auto pt-1">
          <Link {...place.link} className={cx(buttonClass(isFirst ? 'primary' : 'plain', 'sm'), 'md:min-h-9!')}>
            {t(`go.${place.key}`)}
          </Link>
        </div>
      )}
    </li>
  )
}

function Age({ since, now, count, className }: { since: string; now: number; count: number; className: string }) {
  const t = useTexts('consoleToday')
  const language = useLanguage()
  const duration = useDuration()
  const minutes = Math.floor(waitedSince(since, now) / MINUTE_MS)
  return (
    <time dateTime={since} title={formatDateTime(since, language)} className={cx('num text-xs', className)}>
      {minutes < 1 ? t('new') : t('oldest', { count, time: duration(minutes * 60) })}
    </time>
  )
}

/** A thing that has a name, and its own number. */
function Named({ work }: { work: Work & { name: string } }) {
  const detail = useDetail()(work)
  return (
    <li className="flex flex-wrap justify-between gap-x-3">
      <bdi className="min-w-0 font-semibold">{work.name}</bdi>
      {detail && <span className={cx('num', work.count === 0 ? 'text-red' : 'text-mute')}>{detail}</span>}
    </li>
  )
}

function useDetail(): (work: Work) => string | undefined {
  const t = useTexts('consoleToday')
  const language = useLanguage()
  return ({ kind, count, since }) => {
    switch (kind) {
      case 'voucher_stock':
        return count === 0 ? t('soldOut') : t('codesLeft', { count, shown: grouped(count) })
      case 'partner_float':
        return since ? t('readAt', { time: formatDateTime(since, language) }) : undefined
      case 'channel_closed':
        return undefined
      default:
        return grouped(count)
    }
  }
}
