import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { Team } from '@/api/generated'
import { problemOf } from '@/api/problem'
import { useLanguage, useTexts } from '@/i18n'
import { formatDate } from '@/i18n/format'
import { buttonClass } from '@/ui/button'
import { Notice } from '@/ui/feedback'
import { useHead } from '@/ui/head'
import { QueryError } from '@/ui/query-error'
import { Entries } from '@/features/teams/entries'
import { TeamHead } from '@/features/teams/head'
import { JoinCard } from '@/features/teams/join-card'
import { Marks } from '@/features/teams/marks'
import { PersonRow } from '@/features/teams/person'
import { teamQuery } from '@/features/teams/public-queries'

/** The public page of a team. */
export function PublicTeamPage() {
  const t = useTexts('teams')
  const { id } = useParams({ from: '/esport/team/$id' })
  const { data, error, refetch } = useQuery(teamQuery(Number(id)))
  useHead({ name: data?.name })
  if (error && !data) {
    return (
      <QueryError page problem={problemOf(error)} onRetry={() => void refetch()}>
        <Link to="/esport/teams" className={buttonClass('plain')}>
          {t('team.all')}
        </Link>
      </QueryError>
    )
  }
  return data ? <TeamView team={data} /> : <div className="skeleton h-96" />
}

function TeamView({ team }: { team: Team }) {
  const t = useTexts('teams')
  const language = useLanguage()
  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-8">
      <TeamHead team={team} title={<h1 className="text-2xl">{team.name}</h1>}>
        <p className="text-sm text-mute">
          {team.shortName} · {t('team.founded', { at: formatDate(team.createdAt, language) })}
        </p>
      </TeamHead>
      {team.disbanded ? <Notice>{t('team.disbanded')}</Notice> : <JoinCard team={team} />}
      {team.members.length > 0 && (
        <section aria-labelledby="members" className="flex flex-col gap-2">
          <h2 id="members" className="text-xl">
            {t('team.members')} <span className="num text-mute">{team.memberCount}</span>
          </h2>
          <ul>
            {team.members.map((member) => (
              <PersonRow
                key={member.userId}
                person={member}
                marks={<Marks member={member} />}
                note={t('members.joined', { at: formatDate(member.joinedAt, language) })}
              />
            ))}
          </ul>
        </section>
      )}
      <Entries entries={team.tournaments} none={t('tournaments.none')} />
    </div>
  )
}
