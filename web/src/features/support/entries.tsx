import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { SupportMessage, SupportThread } from '@/api/generated'
import { problemOf } from '@/api/problem'
import { MessageText } from '@/features/messages/message-text'
import { Pictures } from '@/features/messages/pictures'
import { useLanguage, useTexts } from '@/i18n'
import { formatDateTime } from '@/i18n/format'
import { Button } from '@/ui/button'
import { cx } from '@/ui/cx'
import { Notice } from '@/ui/feedback'
import { useProblemText } from '@/ui/query-error'
import { picturesOf } from './pictures'
import { readEarlier, type ThreadSide } from './queries'

interface EntriesProps {
  thread: SupportThread
  side: ThreadSide
}

/** A thread's entries, the oldest first; earlier ones come on demand. */
export function Entries({ thread, side }: EntriesProps) {
  const t = useTexts('support')
  const problemText = useProblemText()
  const client = useQueryClient()
  const earlier = useMutation({ mutationFn: () => readEarlier(client, side, thread.id) })
  // The last message of staff that the member has read.
  const read = thread.items.findLast(({ seq, side: by, kind }) => by === 'staff' && kind === 'text' && seq <= thread.readSeq)?.seq
  return (
    <div className="flex flex-col gap-4">
      {thread.more && (
        <Button look="ghost" size="sm" busy={earlier.isPending} className="self-center" onClick={() => earlier.mutate()}>
          {t('earlier')}
        </Button>
      )}
      {earlier.error && <Notice tone="error">{problemText(problemOf(earlier.error))}</Notice>}
      <ol aria-label={t('log')} className="flex flex-col gap-3">
        {thread.items.map((item) =>
          item.kind === 'text' ? (
            <Message key={item.seq} item={item} thread={thread} side={side} read={side === 'staff' && item.seq === read} />
          ) : (
            <Event key={item.seq} item={item} />
          ),
        )}
      </ol>
    </div>
  )
}

function Message({ item, thread, side, read }: EntriesProps & { item: SupportMessage; read: boolean }) {
  const t = useTexts('support')
  const language = useLanguage()
  const own = item.side === side
  const author = item.side === 'staff' ? t('team') : (thread.member?.name ?? t('you'))
  const name = side === 'staff' && item.side === 'staff' && item.name ? `${author} · ${item.name}` : author
  return (
    <li className={cx('flex flex-col', own ? 'items-end' : 'items-start')}>
      <div
        className={cx(
          'flex max-w-[min(92%,40rem)] min-w-0 flex-col gap-2 rounded-panel border px-4 py-2.5',
          own ? 'rounded-br-none border-transparent bg-[#22341a]' : 'rounded-bl-none border-line bg-panel',
        )}
      >
        <p className="text-sm text-mute">
          <bdi className={cx('[overflow-wrap:anywhere]', item.side === 'staff' && 'text-lime')}>{name}</bdi>
        </p>
        {item.text && <MessageText>{item.text}</MessageText>}
        {item.pictures.length > 0 && <Pictures source={picturesOf(thread.id)} pictures={item.pictures} name={name} />}
        <p className="num text-xs text-mute">
          <time dateTime={item.at}>{formatDateTime(item.at, language)}</time>
          {read && ` · ${t('read')}`}
        </p>
      </div>
    </li>
  )
}

/** Something that happened to the thread. */
function Event({ item }: { item: SupportMessage }) {
  const t = useTexts('support')
  const language = useLanguage()
  const text = item.kind === 'reopened' ? t('event.reopened') : t(`event.closed.${item.side ?? 'none'}`)
  return (
    <li className="flex items-center gap-3 py-1 text-sm text-mute before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      <span className="max-w-[75%] text-center">
        {text} · <time dateTime={item.at}>{formatDateTime(item.at, language)}</time>
      </span>
    </li>
  )
}
