import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { answerOf } from '@/api/problem'
import type { Suggestion } from '@/features/games/suggest'
import { calls } from '@/features/tournaments/loaded'
import { useContent, useTexts } from '@/i18n'
import { Cover } from '@/ui/cover'
import { TeamLogo } from '@/ui/team-logo'
import { askTeams } from './ask'
import { usePause } from './use-pause'

const TOURNAMENTS = 3
const TEAMS = 2
/** A single letter is in every name. */
const SHORTEST = 2

const suggestQuery = (query: string) =>
  queryOptions({
    queryKey: ['esportsSuggest', query],
    meta: { public: true },
    queryFn: async () => {
      const [tournaments, teams] = await Promise.all([
        answerOf((await calls()).tournamentList({ body: { query, perPage: TOURNAMENTS } })),
        askTeams(query, 1, TEAMS),
      ])
      return { tournaments: tournaments.items, teams: teams.items }
    },
    staleTime: 60_000,
  })

/** Tournaments and teams that match the typed text. */
export function useSuggested(typed: string): Suggestion[] {
  const t = useTexts('games')
  const content = useContent()
  const navigate = useNavigate()
  const search = usePause(typed.trim())
  const enabled = search.length >= SHORTEST
  const { data } = useQuery({ ...suggestQuery(search), enabled, placeholderData: keepPreviousData })
  if (!data || !enabled || typed.trim() === '') return []
  const picture = (shown: ReactNode) => <span className="flex size-10 flex-none items-center justify-center">{shown}</span>
  return [
    ...data.tournaments.map(({ id, name, game }) => ({
      key: `tournament ${id}`,
      picture: picture(
        <Cover hue={game.hue} motif={game.motif} glyph={game.glyph ?? undefined} className="size-10 flex-none rounded-control" />,
      ),
      name: content(name),
      about: `${t('tournament')} · ${content(game.name)}`,
      open: () => void navigate({ to: '/esport/tournament/$id', params: { id: String(id) } }),
    })),
    ...data.teams.map(({ id, name, shortName, logo }) => ({
      key: `team ${id}`,
      picture: picture(<TeamLogo name={name} shortName={shortName} logo={logo} size="sm" />),
      name,
      about: t('team'),
      open: () => void navigate({ to: '/esport/team/$id', params: { id: String(id) } }),
    })),
  ]
}
