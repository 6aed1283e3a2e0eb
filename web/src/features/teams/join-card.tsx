import { useQuery } from '@tanstack/react-query'
import { Link, useRouterState } from '@tanstack/react-router'
import { type Me, type Team, teamAcceptInvitation, teamCancelOffer, teamDeclineOffer, teamJoinTeam } from '@/api/generated'
import { answerOf } from '@/api/problem'
import { useSession } from '@/api/session'
import { esportQuery } from '@/features/account/esport'
import { useTexts } from '@/i18n'
import { Button, buttonClass } from '@/ui/button'
import { myOffersQuery } from './queries'
import { Refusal, useTeamAction } from './use-team-action'
import { useTimeLeft } from './labels'

const card = 'flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-panel border border-line bg-panel p-4'

/** The viewer's options: ask to join, answer an invitation, withdraw a request; or why there are none. */
export function JoinCard({ team }: { team: Team }) {
  const t = useTexts('teams')
  const { status, me } = useSession()
  const here = useRouterState({ select: (state) => state.location.href })
  if (me) return <Known team={team} me={me} />
  return (
    <div className={card}>
      <p className="min-w-0 flex-1 basis-56 text-mute">{t('team.joinText')}</p>
      {/* Its place is kept until the viewer is known. */}
      <Link
        to="/auth/login"
        search={{ returnTo: here }}
        className={buttonClass('primary')}
        style={status === 'unknown' ? { visibility: 'hidden' } : undefined}
      >
        {t('team.login')}
      </Link>
    </div>
  )
}

function Known({ team, me }: { team: Team; me: Me }) {
  const t = useTexts('teams')
  const left = useTimeLeft()
  const { data: esport } = useQuery(esportQuery)
  const { data: offers } = useQuery(myOffersQuery)
  const { act, busy, error } = useTeamAction()
  if (!esport || !offers) return <div className="skeleton h-20" />
  const mine = esport.teamId === team.id
  if (mine) {
    return (
      <div className={card}>
        <p>{t('team.mine')}</p>
        <Link to="/account/team" className={buttonClass('plain')}>
          {t('team.manage')}
        </Link>
      </div>
    )
  }
  if (esport.hasTeam) return <p className={card}>{t('team.elsewhere')}</p>
  const disabled = me.suspended || !me.verified
  const invitation = offers.invitations.find((offer) => offer.team.id === team.id)
  const request = offers.requests.find((offer) => offer.team.id === team.id)
  const { name } = team
  return (
    <>
      <div className={card}>
        <p className="min-w-0 flex-1 basis-56">
          {invitation
            ? t('team.invited', { left: left(invitation.expiresAt) })
            : request
              ? t('team.waiting', { left: left(request.expiresAt) })
              : t(me.suspended ? 'blocked.suspended' : me.verified ? 'team.joinText' : 'blocked.unverified')}
        </p>
        {invitation ? (
          <div className="flex flex-wrap gap-3">
            <Button
              disabled={disabled}
              busy={busy}
              onClick={() => act({ call: () => answerOf(teamDeclineOffer({ path: { id: invitation.id } })), done: t('done.declined') })}
            >
              {t('invitation.decline')}
            </Button>
            <Button
              look="primary"
              disabled={disabled}
              busy={busy}
              onClick={() =>
                act({ call: () => answerOf(teamAcceptInvitation({ path: { id: invitation.id } })), done: t('done.joined', { name }) })
              }
            >
              {t('invitation.accept')}
            </Button>
          </div>
        ) : request ? (
          <Button
            disabled={disabled}
            busy={busy}
            onClick={() => act({ call: () => answerOf(teamCancelOffer({ path: { id: request.id } })), done: t('done.cancelled') })}
          >
            {t('request.cancel')}
          </Button>
        ) : me.verified || me.suspended ? (
          <Button
            look="primary"
            disabled={disabled}
            busy={busy}
            onClick={() => act({ call: () => answerOf(teamJoinTeam({ path: { teamId: team.id } })), done: t('done.requested') })}
          >
            {t('team.join')}
          </Button>
        ) : (
          <Link to="/account/verify-email" className={buttonClass('plain')}>
            {t('blocked.verify')}
          </Link>
        )}
      </div>
      <Refusal error={error} />
    </>
  )
}
