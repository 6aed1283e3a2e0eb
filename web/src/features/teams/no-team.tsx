import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { problemOf } from '@/api/problem'
import { useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { QueryError } from '@/ui/query-error'
import { FindTeam } from './find-team'
import { Invitations, Requests } from './offers'
import { myOffersQuery } from './queries'
import { TeamForm } from './team-form'

/** Without a team: invitations first, then the two ways to a team. */
export function NoTeam({ disabled }: { disabled: boolean }) {
  const t = useTexts('teams')
  const [creating, setCreating] = useState(false)
  const { data, error, refetch } = useQuery(myOffersQuery)
  if (error && !data) return <QueryError problem={problemOf(error)} onRetry={() => void refetch()} />
  if (!data) return <div className="skeleton h-72" />
  const { invitations, requests } = data
  return (
    <>
      {invitations.length > 0 && <Invitations offers={invitations} disabled={disabled} />}
      {requests.length > 0 && <Requests offers={requests} />}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <section aria-labelledby="create" className="flex flex-col gap-3 rounded-panel border border-line bg-panel p-5">
          <h2 id="create" className="text-lg">
            {t('none.create')}
          </h2>
          <p className="text-mute">{t('none.createText')}</p>
          <div>
            {/* A page has one primary action: a pending invitation comes first. */}
            <Button look={invitations.length > 0 ? 'plain' : 'primary'} disabled={disabled} onClick={() => setCreating(true)}>
              {t('none.create')}
            </Button>
          </div>
        </section>
        <section aria-labelledby="find" className="flex flex-col gap-3 rounded-panel border border-line bg-panel p-5">
          <h2 id="find" className="text-lg">
            {t('none.find')}
          </h2>
          <p className="text-mute">{t('none.findText')}</p>
          <FindTeam asked={new Set(requests.map(({ team }) => team.id))} disabled={disabled} />
        </section>
      </div>
      {creating && <TeamForm onEnd={() => setCreating(false)} />}
    </>
  )
}
