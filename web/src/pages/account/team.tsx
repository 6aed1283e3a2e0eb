import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { EsportMe, Me, Team } from '@/api/generated'
import { problemOf } from '@/api/problem'
import { useSession } from '@/api/session'
import { esportQuery, readEsportsAgain } from '@/features/account/esport'
import { AccountPage } from '../frames/account'
import { ApplyLine } from '@/features/promoters/apply-line'
import { useTexts } from '@/i18n'
import { usePresence, useTopic } from '@/live'
import { ConnectionMark } from '@/live/connection-mark'
import { buttonClass } from '@/ui/button'
import { Notice } from '@/ui/feedback'
import { QueryError } from '@/ui/query-error'
import { Entries } from '@/features/teams/entries'
import { TeamHead } from '@/features/teams/head'
import { Members } from '@/features/teams/members'
import { NoTeam } from '@/features/teams/no-team'
import { TeamOffers } from '@/features/teams/offers'
import { myTeamQuery } from '@/features/teams/queries'
import { Readiness } from '@/features/teams/readiness'
import { type Ended, Leaving, Settings } from '@/features/teams/settings'

/** A user's part in esports: "My team" for members of one, "Tournament" for everyone else. */
export function TeamPage() {
  const t = useTexts('account')
  const me = useSession((session) => session.me)
  const { data } = useQuery({ ...esportQuery, enabled: me !== undefined })
  return (
    <AccountPage heading={t(data?.hasTeam ? 'menu.team' : 'menu.tournament')} aside={<ConnectionMark />}>
      {me && <Part me={me} />}
    </AccountPage>
  )
}

function Part({ me }: { me: Me }) {
  const { data, error, refetch } = useQuery(esportQuery)
  if (error && !data) return <QueryError problem={problemOf(error)} onRetry={() => void refetch()} />
  if (!data) return <div className="skeleton h-72" />
  return <Esports me={me} esport={data} />
}

function Esports({ me, esport }: { me: Me; esport: EsportMe }) {
  const t = useTexts('teams')
  const [shown, setShown] = useState<LastTeam>()
  const may = !me.suspended && me.verified
  return (
    <>
      {me.suspended ? (
        <Notice tone="warn">{t('blocked.suspended')}</Notice>
      ) : (
        !me.verified && (
          <Notice
            tone="warn"
            action={
              <Link to="/account/verify-email" className={buttonClass('plain', 'sm')}>
                {t('blocked.verify')}
              </Link>
            }
          >
            {t('blocked.unverified')}
          </Notice>
        )
      )}
      {/* The team ended while the page was open, through someone else: a message explains the change. The user's own action needs none. */}
      {!esport.teamId &&
        shown &&
        (shown.ended ? (
          <Notice>{t(shown.ended, { name: shown.name })}</Notice>
        ) : (
          <Notice
            action={
              <Link to="/account/inbox" search={{ stream: 'esports' }} className={buttonClass('plain', 'sm')}>
                {t('goneInbox')}
              </Link>
            }
          >
            {t('gone', { name: shown.name })}
          </Notice>
        ))}
      {esport.teamId ? (
        <OwnTeam key={esport.teamId} id={esport.teamId} me={me} disabled={!may} onShown={setShown} />
      ) : (
        <NoTeam disabled={!may} />
      )}
      <ApplyLine promoter={esport.isPromoter} />
    </>
  )
}

interface LastTeam {
  name: string
  /** How the user ended it. */
  ended?: Ended
}

function OwnTeam({ id, me, disabled, onShown }: { id: number; me: Me; disabled: boolean; onShown: (shown: LastTeam) => void }) {
  const { data: team, error, refetch } = useQuery(myTeamQuery(id))
  if (error && !team) return <QueryError problem={problemOf(error)} onRetry={() => void refetch()} />
  if (!team) return <div className="skeleton h-96" />
  return <TeamView team={team} me={me} disabled={disabled} onShown={onShown} />
}

interface TeamViewProps {
  team: Team
  me: Me
  disabled: boolean
  onShown: (shown: LastTeam) => void
}

function TeamView({ team, me, disabled, onShown }: TeamViewProps) {
  const t = useTexts('teams')
  const { name } = team
  useEffect(() => onShown({ name }), [name, onShown])
  const client = useQueryClient()
  // Its offers change with it, and so does the readiness.
  const again = () => void readEsportsAgain(client)
  useTopic(team.live ?? undefined, { 'team.changed': again }, { onReload: again })
  const online = usePresence(team.live?.topic)
  const own = team.members.find(({ userId }) => userId === me.id)
  const leads = own !== undefined && !own.suspended && (own.captain || own.acting)
  const here = team.members.filter(({ userId }) => online.includes(String(userId))).length
  return (
    <>
      <TeamHead team={team} title={<p className="num text-xl">{team.name}</p>}>
        <Here count={here} all={team.members.length} />
      </TeamHead>
      {team.me?.leavesAt && <Leaving team={team} leavesAt={team.me.leavesAt} disabled={disabled} />}
      <Acting team={team} userId={me.id} />
      {leads && <TeamOffers teamId={team.id} disabled={disabled} />}
      <Readiness team={team} userId={me.id} leads={leads} disabled={disabled} />
      <Members team={team} userId={me.id} online={online} leads={leads} disabled={disabled} />
      <Entries entries={team.tournaments} none={t('tournaments.none')} />
      <Settings team={team} leads={leads} disabled={disabled} onEnded={(ended) => onShown({ name, ended })} />
    </>
  )
}

/** Number of members online; only the total while the page is disconnected. */
function Here({ count, all }: { count: number; all: number }) {
  const t = useTexts('teams')
  if (count === 0) return <p className="text-sm text-mute">{t('size', { count: all })}</p>
  return (
    <p className="flex items-center gap-2 pl-1 text-sm text-lime">
      <span aria-hidden="true" className="size-2 flex-none rounded-full bg-current shadow-[0_0_0_4px_rgb(from_currentColor_r_g_b/0.16)]" />
      {t('online', { count, all })}
    </p>
  )
}

/** The captain is suspended: names the acting one. */
function Acting({ team, userId }: { team: Team; userId: number }) {
  const t = useTexts('teams')
  const captain = team.members.find((member) => member.captain && member.suspended)
  const acting = team.members.find((member) => member.acting)
  if (!captain || !acting) return null
  const name = captain.displayName
  return (
    <Notice tone="warn">
      {acting.userId === userId ? t('members.youAct', { name }) : t('members.captainSuspended', { name, acting: acting.displayName })}
    </Notice>
  )
}
