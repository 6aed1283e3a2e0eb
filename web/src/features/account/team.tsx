import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useSession } from '@/api/session'
import { QueryError } from '@/ui/query-error'
import { problemOf } from '@/api/problem'
import { useTexts } from '@/i18n'
import { buttonClass } from '@/ui/button'
import { EmptyState } from '@/ui/feedback'
import { Tag } from '@/ui/tag'
import { esportQuery } from './esport'
import { AccountPage } from './shell'

/** A person's part in esports: "My team" to who has one, "Tournament" to everybody else. */
export function TeamPage() {
  const t = useTexts('account')
  const member = useSession((session) => session.status === 'member')
  const { data } = useQuery({ ...esportQuery, enabled: member })
  return (
    <AccountPage heading={t(data?.hasTeam ? 'menu.team' : 'menu.tournament')}>
      <Part />
    </AccountPage>
  )
}

function Part() {
  const t = useTexts('account')
  const { data, error, refetch } = useQuery(esportQuery)
  if (error) return <QueryError problem={problemOf(error)} onRetry={() => void refetch()} />
  if (!data) return <div className="skeleton h-40" />
  if (!data.hasTeam) {
    return (
      <EmptyState
        action={
          <Link to="/games" className={buttonClass('plain')}>
            {t('team.games')}
          </Link>
        }
      >
        {t('team.none')}
      </EmptyState>
    )
  }
  return (
    <dl className="grid gap-4 rounded-panel border border-line bg-panel p-5 sm:grid-cols-2">
      <div>
        <dt className="text-sm text-mute">{t('team.id')}</dt>
        <dd className="num">{data.teamId}</dd>
      </div>
      <div>
        <dt className="text-sm text-mute">{t('team.role')}</dt>
        <dd className="flex flex-wrap gap-2">
          <Tag tone="lime">{t(data.isCaptain ? 'team.captain' : 'team.member')}</Tag>
          {data.isPromoter && <Tag>{t('team.promoter')}</Tag>}
        </dd>
      </div>
    </dl>
  )
}
