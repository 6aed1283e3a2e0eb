import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import type { Tournament, TournamentMe } from '@/api/generated'
import { problemOf } from '@/api/problem'
import { useSession } from '@/api/session'
import { useLanguage, useTexts } from '@/i18n'
import { useTopic } from '@/live'
import { cx } from '@/ui/cx'
import { QueryError } from '@/ui/query-error'
import { useOwnCounts } from '@/features/tournaments/counts'
import { mineKey, mineQuery } from '@/features/tournaments/queries'
import { Refusals } from './refusals'
import { StaffCard } from './staff-card'
import { Standing } from './standing'
import { TellCaptain } from '@/features/tournaments/tell-captain'
import { YourCard } from './your-card'
import { YourEntry } from './your-entry'
import { BarCountdown } from './bar-countdown'

/**
 * The viewer's next step. Where one can enter, the server renders it for a visitor; elsewhere, and if someone was signed in here before, its place
 * is kept until the viewer is known.
 */
export function You({ tournament }: { tournament: Tournament }) {
  const status = useSession((session) => session.status)
  if (status === 'unknown') {
    const open = tournament.phase === 'register'
    return (
      <>
        <div aria-hidden="true" className={cx('skeleton h-36', open && 'hidden in-data-member:block')} />
        {open && (
          <div data-for-visitor="" className="in-data-member:hidden">
            <Visitor tournament={tournament} />
          </div>
        )}
      </>
    )
  }
  return status === 'guest' ? <Visitor tournament={tournament} /> : <Someone tournament={tournament} />
}

function Visitor({ tournament }: { tournament: Tournament }) {
  const t = useTexts('tournaments')
  const returnTo = useRouterState({ select: ({ location }) => location.href })
  const { phase, joined, capacity, inviteOnly } = tournament
  if (phase !== 'register') return <Standing tournament={tournament} />
  return (
    <YourCard
      title={t('phase.register')}
      tone="live"
      action={{ label: t('you.login'), to: '/auth/login', search: { returnTo } }}
      barText={<BarCountdown tournament={tournament} />}
    >
      <p className="text-mute">{t(inviteOnly ? 'you.inviteOnly' : joined >= capacity ? 'you.full' : 'you.loginText')}</p>
    </YourCard>
  )
}

function Someone({ tournament }: { tournament: Tournament }) {
  const me = useSession((session) => session.me)
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(mineQuery(tournament.id, useLanguage()))
  const again = () => void client.invalidateQueries({ queryKey: mineKey(tournament.id) })
  useTopic(
    me?.live,
    {
      'entry.changed': ({ tournamentId }) => {
        if (tournamentId === tournament.id) again()
      },
    },
    { onReload: again },
  )
  useTopic(data?.staffLive ?? undefined, { 'entrant.changed': again }, { onReload: again })
  // Staff's tasks come from the brackets, too.
  useTopic(data?.needsYou ? { topic: `public:bracket:${tournament.id}` } : undefined, { 'bracket.changed': again }, { onReload: again })
  if (error && !data) return <QueryError problem={problemOf(error)} onRetry={() => void refetch()} />
  if (!data) return <div aria-busy="true" className="skeleton h-36" />
  return <Known tournament={tournament} mine={data} suspended={me?.suspended === true} />
}

function Known({ tournament, mine, suspended }: { tournament: Tournament; mine: TournamentMe; suspended: boolean }) {
  const t = useTexts('tournaments')
  useOwnCounts(tournament, mine.entry)
  const { role, entry, mayEnter, refusals } = mine
  const over = tournament.phase === 'finished' || tournament.phase === 'cancelled'
  if (role === 'promoter' || role === 'co_promoter' || role === 'assistant') {
    return (
      <>
        {over && <Standing tournament={tournament} />}
        <StaffCard id={tournament.id} role={role} needsYou={mine.needsYou} />
      </>
    )
  }
  if (tournament.phase === 'cancelled') return <Standing tournament={tournament} />
  if (entry) {
    return (
      <>
        {/* An entry that ended may be followed by another. */}
        {mayEnter && !suspended && <MayEnter tournament={tournament} />}
        <YourEntry tournament={tournament} entry={entry} captain={role === 'captain'} suspended={suspended} />
      </>
    )
  }
  if (suspended) {
    return (
      <YourCard title={t('you.suspended')} tone="warn">
        <p className="text-mute">{t('you.suspendedText')}</p>
      </YourCard>
    )
  }
  if (tournament.phase !== 'register') return <Standing tournament={tournament} />
  if (mayEnter) return <MayEnter tournament={tournament} />
  return (
    <YourCard title={t('you.cannot')} tone="warn" others={<TellCaptain tournament={tournament} />}>
      <Refusals refusals={refusals} />
    </YourCard>
  )
}

function MayEnter({ tournament }: { tournament: Tournament }) {
  const t = useTexts('tournaments')
  const { id, contestantType, joined, capacity } = tournament
  const full = joined >= capacity
  return (
    <YourCard
      title={t('phase.register')}
      tone="live"
      action={{ label: t(full ? 'you.enterWaiting' : 'you.enter'), to: `/esport/tournament/${id}/register` }}
      barText={<BarCountdown tournament={tournament} />}
      others={<TellCaptain tournament={tournament} />}
    >
      <p className="text-mute">{t(full ? 'you.full' : contestantType === 'single' ? 'you.enterSingle' : 'you.enterTeam')}</p>
    </YourCard>
  )
}
