import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { TournamentCardItem } from '@/features/tournaments/card'
import { listQuery } from '@/features/tournaments/queries'
import { useTexts } from '@/i18n'
import { TeamName } from './find-team'
import { teamListQuery } from './public-queries'
import { usePause } from './use-pause'

/** Cards and names shown before "see all". */
const TOURNAMENTS = 4
const TEAMS = 6

/** Tournaments and teams in the site-wide search; nothing if there are none. */
export function EsportsFound({ search }: { search: string }) {
  const t = useTexts('tournaments')
  const teamTexts = useTexts('teams')
  const query = usePause(search)
  const asked = { enabled: query !== '', placeholderData: keepPreviousData }
  const { data: tournaments } = useQuery({ ...listQuery({ q: query }), ...asked })
  const { data: teams } = useQuery({ ...teamListQuery(query, 1), ...asked })
  return (
    <>
      {tournaments && tournaments.total > 0 && (
        <Section
          title={t('heading')}
          all={
            tournaments.total > TOURNAMENTS && (
              <Link to="/esport/tournament" search={{ q: search }} className="inline-flex min-h-11 items-center text-lime hover:underline">
                {t('allFound', { count: tournaments.total })}
              </Link>
            )
          }
        >
          <ul className="grid grid-cols-1 gap-x-5 gap-y-7 xs:grid-cols-2 md:grid-cols-4">
            {tournaments.items.slice(0, TOURNAMENTS).map((card) => (
              <TournamentCardItem key={card.id} tournament={card} />
            ))}
          </ul>
        </Section>
      )}
      {teams && teams.total > 0 && (
        <Section
          title={teamTexts('list.heading')}
          all={
            teams.total > TEAMS && (
              <Link to="/esport/teams" search={{ q: search }} className="inline-flex min-h-11 items-center text-lime hover:underline">
                {teamTexts('list.showAll')}
              </Link>
            )
          }
        >
          <ul className="grid gap-x-8 sm:grid-cols-2">
            {teams.items.slice(0, TEAMS).map((team) => (
              <li key={team.id} className="flex min-h-16 items-center gap-3 border-b border-line py-2">
                <TeamName team={team} />
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  )
}

function Section({ title, all, children }: { title: string; all: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-4">
        <h2 className="text-xl">{title}</h2>
        {all}
      </div>
      {children}
    </section>
  )
}
