import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { CheckCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Me } from '@/api/generated'
import { problemOf } from '@/api/problem'
import { QueryError } from '@/ui/query-error'
import { useLanguage, useTexts } from '@/i18n'
import { useTopic } from '@/live'
import { Button } from '@/ui/button'
import { Chip } from '@/ui/chip'
import { EmptyState } from '@/ui/feedback'
import { badgeQuery } from './badge'
import { byDay, useMessageTimes } from './days'
import { MessageRow } from './message-row'
import { useTeamTopic } from './team-topic'
import { inboxQuery, PER_PAGE, readAgain, type Stream } from './messages'
import { useMessageActions } from './use-message-actions'

const STREAMS: readonly Stream[] = ['shop', 'esports']

export function Inbox({ me }: { me: Me }) {
  const t = useTexts('inbox')
  const navigate = useNavigate()
  const { stream: chosen, page = 1 } = useSearch({ from: '/account/inbox' })
  const { data: badge, isError: unknown } = useQuery(badgeQuery(me.id))
  const unread = { shop: badge?.unread ?? 0, esports: badge?.unreadEsport ?? 0 }
  // By default it opens a stream with unread messages, and stays there once they are read.
  const [opened, setOpened] = useState<Stream>()
  if (opened === undefined && (badge || unknown)) setOpened(unread.shop === 0 && unread.esports > 0 ? 'esports' : 'shop')
  const stream = chosen ?? opened ?? 'shop'
  const { data, error, refetch } = useQuery({
    ...inboxQuery(me.id, stream, page, useLanguage()),
    enabled: (chosen ?? opened) !== undefined,
  })
  const times = useMessageTimes()
  const actions = useMessageActions(me, stream)
  const client = useQueryClient()
  const again = () => void readAgain(client, me.id)
  useTopic(me.live, { 'inbox.changed': again, 'membership.changed': again }, { onReload: again })
  useTeamTopic(data?.items.some(({ offer }) => offer?.kind === 'request' && offer.mayAnswer) ?? false, again)
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / PER_PAGE))
  const beyond = data !== undefined && page > pages
  const go = (next: { stream: Stream; page?: number }) =>
    void navigate({
      to: '/account/inbox',
      search: { stream: next.stream, ...(next.page && next.page > 1 && { page: next.page }) },
    })
  useEffect(() => {
    // The last message of the last page is gone: the previous page is the last one now.
    if (beyond)
      void navigate({
        to: '/account/inbox',
        search: { stream, ...(pages > 1 && { page: pages }) },
        replace: true,
      })
  }, [beyond, navigate, pages, stream])
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <fieldset className="flex flex-wrap gap-2">
          <legend className="sr-only">{t('streams')}</legend>
          {STREAMS.map((known) => (
            <Chip
              key={known}
              checked={stream === known}
              label={unread[known] > 0 ? `${t(`stream.${known}`)} (${unread[known]})` : t(`stream.${known}`)}
              onChoose={() => go({ stream: known })}
            />
          ))}
        </fieldset>
        <Button
          look="ghost"
          size="sm"
          className="ml-auto"
          disabled={unread[stream] === 0}
          busy={actions.readingAll}
          onClick={actions.readAll}
        >
          <CheckCheck className="size-5" aria-hidden="true" />
          {t('readAll')}
        </Button>
      </div>
      {error && !data ? (
        <QueryError problem={problemOf(error)} onRetry={() => void refetch()} />
      ) : !data || beyond ? (
        <div className="skeleton h-72" />
      ) : data.items.length === 0 ? (
        <EmptyState>{t(`empty.${stream}`)}</EmptyState>
      ) : (
        byDay(data.items).map(({ day, messages }) => (
          <section key={day} aria-labelledby={`day-${day}`} className="flex flex-col gap-2">
            <h2 id={`day-${day}`} className="text-sm text-mute">
              {times.dayName(day)}
            </h2>
            <ul className="flex flex-col gap-1.5">
              {messages.map((message) => (
                <MessageRow
                  key={message.id}
                  message={message}
                  when={times.when(message.createdAt)}
                  onRead={actions.read}
                  onDelete={actions.remove}
                />
              ))}
            </ul>
          </section>
        ))
      )}
      {pages > 1 && (
        <nav aria-label={t('page', { page, pages })} className="flex items-center justify-center gap-4">
          <Button disabled={page <= 1} onClick={() => go({ stream, page: page - 1 })}>
            {t('previous')}
          </Button>
          <span className="text-mute">{t('page', { page, pages })}</span>
          <Button disabled={page >= pages} onClick={() => go({ stream, page: page + 1 })}>
            {t('next')}
          </Button>
        </nav>
      )}
      {data && <p className="text-sm text-mute">{t('kept', { days: data.keptDays })}</p>}
    </>
  )
}
