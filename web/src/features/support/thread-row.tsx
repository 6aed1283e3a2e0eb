import { Link } from '@tanstack/react-router'
import type { SupportThreadSummary } from '@/api/generated'
import { useLanguage, useTexts } from '@/i18n'
import { formatDateTime } from '@/i18n/format'
import { Tag } from '@/ui/tag'
import { StateTag } from './state-tag'

/** One of the user's threads in a list: the whole row leads to it. */
export function ThreadRow({ thread }: { thread: SupportThreadSummary }) {
  const t = useTexts('support')
  const language = useLanguage()
  const { id, subject, state, topic, orderNumber, lastText, lastSide, unread, updatedAt } = thread
  return (
    <li className="relative flex flex-col gap-1.5 rounded-panel border border-line bg-panel p-4 hover:border-control">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <Link
          to="/account/threads/$id"
          params={{ id: String(id) }}
          className="min-w-0 font-semibold [overflow-wrap:anywhere] after:absolute after:inset-0 after:rounded-panel"
        >
          <bdi>{subject}</bdi>
        </Link>
        <span className="flex flex-none flex-wrap gap-1.5">
          {unread > 0 && <Tag tone="lime">{t('unread.count', { count: unread })}</Tag>}
          <StateTag state={state} side="member" />
        </span>
      </div>
      <p dir="auto" className="line-clamp-2 text-mute [overflow-wrap:anywhere]">
        {t(lastSide === 'member' ? 'you' : 'team')}: {lastText || t('onlyPictures')}
      </p>
      <p className="flex flex-wrap gap-x-3 text-sm text-mute">
        <span>{t(`topic.${topic}`)}</span>
        {orderNumber && <span className="num whitespace-nowrap">{orderNumber}</span>}
        <time dateTime={updatedAt} className="whitespace-nowrap">
          {formatDateTime(updatedAt, language)}
        </time>
      </p>
    </li>
  )
}
