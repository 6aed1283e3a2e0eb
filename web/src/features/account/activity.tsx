import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { accountRevision } from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { useSession } from '@/api/session'
import { QueryError } from '@/ui/query-error'
import { useLanguage, useTexts } from '@/i18n'
import { formatDateTime } from '@/i18n/format'
import { Button } from '@/ui/button'

const FIRST = 5
const MORE = 50

/** The user's recent activity, and events of their account. */
export function Activity() {
  const t = useTexts('inbox')
  const language = useLanguage()
  const userId = useSession(({ me }) => me?.id)
  const [perPage, setPerPage] = useState(FIRST)
  const { data, error, refetch } = useQuery({
    queryKey: ['activity', userId, perPage, language],
    queryFn: () => answerOf(accountRevision({ body: { page: 1, perPage } })),
    placeholderData: (before) => before,
  })
  return (
    <section className="flex flex-col gap-4">
      <h2 className="text-xl">{t('activity.heading')}</h2>
      {error && !data ? (
        <QueryError problem={problemOf(error)} onRetry={() => void refetch()} />
      ) : !data ? (
        <div className="skeleton h-40" />
      ) : data.items.length === 0 ? (
        <p className="text-mute">{t('activity.empty')}</p>
      ) : (
        <ul className="divide-y divide-line rounded-panel border border-line bg-panel px-4">
          {data.items.map((entry) => (
            <li key={entry.id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2.5">
              <span className="min-w-0">{entry.text}</span>
              <time dateTime={entry.at} className="text-sm text-mute">
                {formatDateTime(entry.at, language)}
              </time>
            </li>
          ))}
        </ul>
      )}
      {data && data.total > data.items.length && perPage === FIRST && (
        <Button look="ghost" size="sm" className="self-start" onClick={() => setPerPage(MORE)}>
          {t('activity.more')}
        </Button>
      )}
    </section>
  )
}
