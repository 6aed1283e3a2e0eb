import { Link } from '@tanstack/react-router'
import {
  BadgeCheck,
  BadgeX,
  Bell,
  CircleAlert,
  CircleCheck,
  Clock3,
  type LucideIcon,
  MessagesSquare,
  Smartphone,
  Trash2,
  Trophy,
  UserRound,
  Users,
} from 'lucide-react'
import { useLanguage, useTexts } from '@/i18n'
import { formatDateTime } from '@/i18n/format'
import { cx } from '@/ui/cx'
import { Answer } from './answer'
import type { Message } from './messages'
import { TimeAnswer } from './time-answer'

/** The first matching prefix of a message's kind decides. */
const ICONS: ReadonlyArray<[string, LucideIcon, string]> = [
  ['order_delivered', CircleCheck, 'text-lime'],
  ['order_late_payment', Clock3, 'text-amber'],
  ['order_hand_over', Smartphone, 'text-lime'],
  ['order_', CircleAlert, 'text-amber'],
  ['account_', UserRound, 'text-lime'],
  ['mobile_', UserRound, 'text-lime'],
  ['kyc_', UserRound, 'text-lime'],
  ['welcome', UserRound, 'text-lime'],
  ['support_', MessagesSquare, 'text-lime'],
  ['match_', Trophy, 'text-lime'],
  ['tournament_', Trophy, 'text-lime'],
  ['team_', Users, 'text-lime'],
  ['promoter_rejected', BadgeX, 'text-red'],
  ['promoter_revoked', BadgeX, 'text-red'],
  ['promoter_', BadgeCheck, 'text-lime'],
]

interface MessageRowProps {
  message: Message
  /** When it arrived, in short. */
  when: string
  onRead: (message: Message) => void
  onDelete: (message: Message) => void
}

/** A message: the whole row is a link, and opening it marks the message as read. */
export function MessageRow({ message, when, onRead, onDelete }: MessageRowProps) {
  const t = useTexts('inbox')
  const language = useLanguage()
  const [, Icon, tone] = ICONS.find(([kind]) => message.kind.startsWith(kind)) ?? ['', Bell, 'text-mute']
  const unread = !message.readAt
  const title = cx('text-left after:absolute after:inset-0 after:rounded-panel', unread ? 'font-semibold' : 'text-mute')
  return (
    <li
      className={cx(
        'relative flex items-start gap-3 rounded-panel p-3.5 pr-2 hover:bg-raise',
        unread ? 'bg-panel' : 'ring-1 ring-line ring-inset',
      )}
    >
      <Icon className={cx('mt-0.5 size-5 flex-none', unread ? tone : 'text-mute')} aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p>
          {message.href ? (
            <Link to={message.href} className={title} onClick={() => onRead(message)}>
              {message.title}
            </Link>
          ) : (
            <button type="button" className={title} onClick={() => onRead(message)}>
              {message.title}
            </button>
          )}
          {unread && (
            <span className="ml-2 inline-block size-2 rounded-full bg-lime align-middle">
              <span className="sr-only">{t('unread')}</span>
            </span>
          )}
        </p>
        <p className={cx('wrap-break-word', unread ? 'text-text' : 'text-mute')}>{message.message}</p>
        <p className="mt-0.5 text-sm text-mute">
          <time dateTime={message.createdAt} title={formatDateTime(message.createdAt, language)}>
            {when}
          </time>
        </p>
        {message.offer && <Answer message={message} offer={message.offer} onAnswered={() => onRead(message)} />}
        {message.proposal && <TimeAnswer message={message} proposal={message.proposal} onAnswered={() => onRead(message)} />}
      </div>
      <button
        type="button"
        aria-label={t('delete', { title: message.title })}
        className="relative z-10 grid size-11 flex-none place-items-center rounded-control text-mute hover:bg-raise hover:text-red"
        onClick={() => onDelete(message)}
      >
        <Trash2 className="size-5" aria-hidden="true" />
      </button>
    </li>
  )
}
