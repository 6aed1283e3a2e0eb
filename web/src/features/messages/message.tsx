import { CornerUpLeft, EllipsisVertical, Megaphone, X } from 'lucide-react'
import { memo, type ReactNode, useState } from 'react'
import { useTexts } from '@/i18n'
import { formatTime } from '@/i18n/format'
import { Avatar } from '@/ui/avatar'
import { Button } from '@/ui/button'
import { useSecondsLeft } from '@/ui/countdown'
import { cx } from '@/ui/cx'
import { Tag } from '@/ui/tag'
import { hueOf } from '@/ui/team-logo'
import type { Source } from './calls'
import type { Pending } from './outbox'
import { Pictures } from './pictures'
import type { MessagePicture, ThreadMessage } from '@/api/generated'
import { MessageText } from './message-text'

interface BubbleProps {
  own: boolean
  follows: boolean
  name: string
  /** The side that the sender speaks for. */
  tag?: ReactNode
  broadcast?: boolean
  quote?: { seq: number; name: string; text: string } | null | undefined
  onQuote?: (seq: number) => void
  menu?: ReactNode
  foot: ReactNode
  faded?: boolean
  children: ReactNode
}

/** The user's own messages on the right, others' on the left with their sender. */
function Bubble({ own, follows, name, tag, broadcast = false, quote, onQuote, menu, foot, faded, children }: BubbleProps) {
  const t = useTexts('messages')
  return (
    <div className={cx('group flex items-end gap-2.5', follows ? 'pt-1' : 'pt-3', own && 'flex-row-reverse')}>
      {!own && <div className="w-9 flex-none">{!follows && <Avatar name={name} hue={hueOf(name)} />}</div>}
      <div className={cx('flex max-w-[85%] min-w-0 flex-col', own && 'items-end')}>
        {!own && !follows && (
          <p className="mb-1 flex max-w-full flex-wrap items-center gap-x-2 text-sm text-mute">
            <bdi className="min-w-0 break-words">{name}</bdi>
            {tag}
          </p>
        )}
        <div
          className={cx(
            'flex max-w-full min-w-0 flex-col gap-1.5 rounded-panel border px-3.5 py-2',
            own ? 'rounded-br-none border-transparent bg-[#22341a]' : 'rounded-bl-none border-line bg-panel',
            broadcast && 'border-amber/50!',
            faded && 'opacity-70',
          )}
        >
          <span className="sr-only">{own ? t('you') : name}</span>
          {broadcast && (
            <p className="num flex items-center gap-2 text-sm text-amber">
              <Megaphone className="size-4" aria-hidden="true" />
              {t('broadcast')}
            </p>
          )}
          {quote && <Quote quote={quote} onQuote={onQuote} />}
          {children}
          <p className="num flex flex-wrap items-center gap-x-1 text-xs text-mute">{foot}</p>
        </div>
      </div>
      {menu}
    </div>
  )
}

function Quote({ quote, onQuote }: { quote: { seq: number; name: string; text: string }; onQuote: BubbleProps['onQuote'] }) {
  const t = useTexts('messages')
  return (
    <button
      type="button"
      onClick={() => onQuote?.(quote.seq)}
      className="min-h-11 border-l-2 border-control pl-2.5 text-left text-sm text-mute hover:text-text"
    >
      <span className="sr-only">{t('goTo')} </span>
      <bdi className="block font-semibold">{quote.name}</bdi>
      <span dir="auto" className="line-clamp-2 pt-0.5 break-words [overflow-wrap:anywhere]">
        {quote.text || t('gone')}
      </span>
    </button>
  )
}

interface MessageViewProps {
  item: ThreadMessage
  own: boolean
  follows: boolean
  muted: boolean
  staff: boolean
  read: 'all' | 'one' | 'none'
  source: Source
  onMenu: (item: ThreadMessage) => void
  onQuote: (seq: number) => void
}

/** Messages that stay are not rendered again while scrolling. */
export const MessageView = memo(function MessageView({
  item,
  own,
  follows,
  muted,
  staff,
  read,
  source,
  onMenu,
  onQuote,
}: MessageViewProps) {
  const t = useTexts('messages')
  const [shown, setShown] = useState(false)
  const { name, text, pictures, hidden, side, at } = item
  const foot = (
    <>
      <time dateTime={at}>{formatTime(at, false)}</time>
      {own && <span>· {t(read === 'all' ? 'state.read' : read === 'one' ? 'state.readOne' : 'state.sent')}</span>}
    </>
  )
  const same = { own, follows, name, foot, tag: side === 'staff' && <Tag tone="amber">{t('staff')}</Tag> }
  const menu = (
    <button
      type="button"
      aria-label={t('menu.open', { name })}
      aria-haspopup="dialog"
      onClick={() => onMenu(item)}
      className="grid size-11 flex-none place-items-center self-center rounded-control text-mute hover:bg-raise hover:text-text"
    >
      <EllipsisVertical className="size-4" aria-hidden="true" />
    </button>
  )
  if (hidden && !(staff && (text || pictures.length > 0))) {
    return (
      <Bubble {...same} menu={staff && menu}>
        <p className="text-sm text-mute">{t('hidden')}</p>
      </Bubble>
    )
  }
  if (muted && !shown) {
    return (
      <Bubble {...same}>
        <p className="text-sm text-mute">{t('muted')}</p>
        <button type="button" onClick={() => setShown(true)} className="min-h-11 self-start text-sm text-lime underline">
          {t('show')}
        </button>
      </Bubble>
    )
  }
  return (
    <Bubble {...same} broadcast={item.kind === 'broadcast'} quote={item.replyTo} onQuote={onQuote} menu={menu} faded={hidden}>
      {hidden && <p className="text-sm text-amber">{t('hiddenByStaff')}</p>}
      {text && <MessageText>{text}</MessageText>}
      {pictures.length > 0 && <Pictures source={source} pictures={pictures} name={name} />}
      {staff && <ForStaff item={item} />}
    </Bubble>
  )
})

/** Details of a message for staff only. */
function ForStaff({ item: { flags, flagged = [], original } }: { item: ThreadMessage }) {
  const t = useTexts('messages')
  return (
    <>
      {original && (
        <details className="text-sm">
          <summary className="flex min-h-11 items-center text-mute">{t('original')}</summary>
          <MessageText>{original}</MessageText>
        </details>
      )}
      {flags != null && flags > 0 && <p className="text-sm text-amber">{t('flags.count', { count: flags })}</p>}
      {flagged.length > 0 && (
        <ul className="text-sm text-mute">
          {flagged.map(({ reason, note }, index) => (
            // Reports have neither names nor an order.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index} dir="auto" className="break-words">
              {t(`report.reasons.${reason}`)}
              {note && ` · ${note}`}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

interface PendingViewProps {
  entry: Pending
  source: Source
  onResend: (clientId: string) => void
  onDiscard: (clientId: string) => void
}

/** The user's own message without a number: waiting, being sent, or refused. */
export function PendingView({ entry, source, onResend, onDiscard }: PendingViewProps) {
  const t = useTexts('messages')
  const { clientId, text, state, refusal } = entry
  const pictures: readonly MessagePicture[] = entry.pictures
  const failed = state === 'failed'
  return (
    <Bubble
      own
      follows={false}
      name={t('you')}
      quote={entry.replyTo}
      faded={!failed}
      menu={
        state === 'waiting' && (
          <button
            type="button"
            aria-label={t('discard')}
            onClick={() => onDiscard(clientId)}
            className="grid size-11 flex-none place-items-center self-center rounded-control text-mute hover:bg-raise hover:text-text"
          >
            <X className="size-4" aria-hidden="true" />
          </button>
        )
      }
      foot={
        <span className={failed ? 'text-red' : undefined}>
          <time dateTime={new Date(entry.at).toISOString()}>{formatTime(entry.at, false)}</time> ·{' '}
          {entry.until === undefined ? t(`state.${state}`) : <Limited until={entry.until} />}
        </span>
      }
    >
      {text && <MessageText>{text}</MessageText>}
      {pictures.length > 0 && <Pictures source={source} pictures={pictures} name={t('you')} />}
      {failed && (
        <div role="alert" className="flex flex-col gap-2">
          <p className="text-sm text-red">{refusal || t('refused')}</p>
          <div className="flex flex-wrap gap-2">
            <Button size="sm" onClick={() => onResend(clientId)}>
              {t('resend')}
            </Button>
            <Button size="sm" look="ghost" onClick={() => onDiscard(clientId)}>
              {t('discard')}
            </Button>
          </div>
        </div>
      )}
    </Bubble>
  )
}

/** Says when sending continues after too many messages. */
function Limited({ until }: { until: number }) {
  const t = useTexts('messages')
  const left = useSecondsLeft(until, Date.now) ?? 0
  return left > 0 ? t('limited.count', { count: left }) : t('state.waiting')
}

/** The quoted message above the field. */
export function ReplyLine({ name, text, label, onEnd }: { name: string; text: string; label: string; onEnd: ReactNode }) {
  return (
    <div className="flex items-center gap-2 border-l-2 border-lime pl-3 text-sm">
      <CornerUpLeft className="size-4 flex-none text-mute" aria-hidden="true" />
      <p className="min-w-0 flex-1">
        <span className="block text-mute">
          {label}
          <span className="sr-only">{name}</span>
        </span>
        <span dir="auto" className="block truncate overflow-x-clip overflow-y-visible">
          {text}
        </span>
      </p>
      {onEnd}
    </div>
  )
}
