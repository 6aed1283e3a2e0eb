import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { Player } from '@/api/generated'
import { problemOf } from '@/api/problem'
import { useTexts } from '@/i18n'
import { Avatar } from '@/ui/avatar'
import { useHead } from '@/ui/head'
import { QueryError } from '@/ui/query-error'
import { hueOf } from '@/ui/team-logo'
import { Entries } from '@/features/teams/entries'
import { TeamName } from '@/features/teams/find-team'
import { Score } from '@/features/teams/head'
import { playerQuery } from '@/features/teams/public-queries'

/** The public page of a player in esports: nothing personal. */
export function PlayerPage() {
  const { id } = useParams({ from: '/esport/player/$id' })
  const { data, error, refetch } = useQuery(playerQuery(Number(id)))
  useHead({ name: data?.displayName })
  if (error && !data) return <QueryError page problem={problemOf(error)} onRetry={() => void refetch()} />
  return data ? <PlayerView player={data} /> : <div className="skeleton h-96" />
}

function PlayerView({ player }: { player: Player }) {
  const t = useTexts('teams')
  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-8">
      <div className="flex items-center gap-4">
        <span className="origin-left scale-150 pr-4">
          <Avatar name={player.displayName} picture={player.picture} hue={hueOf(player.displayName)} />
        </span>
        <h1 className="min-w-0 flex-1 text-2xl">{player.displayName}</h1>
        <Score record={player.record} />
      </div>
      <section aria-labelledby="team" className="flex flex-col gap-3">
        <h2 id="team" className="text-xl">
          {t('player.team')}
        </h2>
        {player.team ? (
          <div className="flex items-center gap-3.5 rounded-panel border border-line bg-panel p-4">
            <TeamName team={player.team} />
          </div>
        ) : (
          <p className="text-mute">{t('player.noTeam')}</p>
        )}
      </section>
      <Entries entries={player.tournaments} none={t('tournaments.playerNone')} />
    </div>
  )
}
