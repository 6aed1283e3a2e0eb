import { useQuery } from '@tanstack/react-query'
import { problemOf } from '@/api/problem'
import { useLanguage, useTexts } from '@/i18n'
import { Avatar } from '@/ui/avatar'
import { QueryError } from '@/ui/query-error'
import { Tag } from '@/ui/tag'
import { deskEntryQuery } from './queries'

/** An entry as an assistant sees it: its players and their progress, without documents. */
export function EntryDetails({ entrantId }: { entrantId: number }) {
  const t = useTexts('desk')
  const language = useLanguage()
  const { data, error, refetch } = useQuery(deskEntryQuery(entrantId, language))
  if (error && !data) return <QueryError problem={problemOf(error)} onRetry={() => void refetch()} />
  if (!data) return <div className="skeleton m-4 h-56" />
  return (
    <div className="flex flex-col gap-3 pb-4 md:px-4">
      <ul aria-label={t('viewer.players')}>
        {data.players.map((player) => (
          <li key={player.userId} className="flex items-center gap-3 border-b border-line py-3 last:border-0">
            <Avatar name={player.displayName} picture={player.picture} />
            <div className="min-w-0 flex-1">
              <p>{player.displayName}</p>
              <p className="num text-sm break-words text-mute">{player.gameId}</p>
            </div>
            {player.role === 'substitute' && <Tag>{t('viewer.substitute')}</Tag>}
            {!player.ready && <Tag tone="amber">{t('viewer.incomplete')}</Tag>}
          </li>
        ))}
      </ul>
      <p className="text-sm text-mute">{t('assistant.documents')}</p>
    </div>
  )
}
