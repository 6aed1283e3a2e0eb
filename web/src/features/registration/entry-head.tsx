import type { Tournament } from '@/api/generated'
import { Link } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { useContent, useLanguage, useTexts } from '@/i18n'
import { formatDateTime } from '@/i18n/format'
import { useSecondsLeft } from '@/ui/countdown'
import { Tag } from '@/ui/tag'
import { serverNow } from '@/live'

/** The tournament's name, and how long entries stay open. */
export function EntryHead({ tournament, aside }: { tournament: Tournament; aside?: ReactNode }) {
  const t = useTexts('registration')
  const content = useContent()
  return (
    <header className="flex flex-col gap-1">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <Link
          to="/esport/tournament/$id"
          params={{ id: String(tournament.id) }}
          className="-ml-1 inline-flex min-h-11 items-center gap-1 text-sm text-mute hover:text-text"
        >
          <ChevronLeft className="size-4" aria-hidden="true" />
          {t('heading')}
        </Link>
        {aside}
      </div>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h1 className="min-w-0 text-2xl break-words">{content(tournament.name)}</h1>
        <Closing tournament={tournament} />
      </div>
      <p className="text-mute">
        {content(tournament.game.name)} · {t(`for.${tournament.category}`)}
        {tournament.organization && ` · ${content(tournament.organization.name)}`}
      </p>
    </header>
  )
}

const HOUR = 3600

/** Time until entries close; also the day, if it is far away. */
function Closing({ tournament }: { tournament: Tournament }) {
  const t = useTexts('registration')
  const language = useLanguage()
  const open = tournament.phase === 'register'
  const left = useSecondsLeft(open ? Date.parse(tournament.registrationEndAt) : undefined, serverNow)
  if (!open || left === undefined) return null
  const text =
    left >= 48 * HOUR
      ? t('closes.days', { count: Math.floor(left / (24 * HOUR)) })
      : left >= HOUR
        ? t('closes.hours', { count: Math.floor(left / HOUR) })
        : t('closes.minutes', { count: Math.ceil(left / 60) })
  return (
    <span className="flex flex-none flex-wrap items-center gap-x-3 gap-y-1">
      <Tag tone={left < 72 * HOUR ? 'amber' : undefined}>{text}</Tag>
      <span className="text-sm text-mute">{formatDateTime(tournament.registrationEndAt, language)}</span>
    </span>
  )
}
