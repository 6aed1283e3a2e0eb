import { queryOptions } from '@tanstack/react-query'
import { type ContestantType, esportsListDocuments, registrationListMyPlayers, registrationListTeamPlayers } from '@/api/generated'
import { answerOf } from '@/api/problem'
import type { Language } from '@/i18n/language'

/** The candidates: the user, or the members of their team. */
export const playersQuery = (tournamentId: number, gameId: number, contestantType: ContestantType, language: Language) =>
  queryOptions({
    queryKey: ['myPlayers', tournamentId, language],
    queryFn: () =>
      answerOf(
        registrationListMyPlayers({
          path: { game_id: gameId, contestant_type: contestantType },
          query: { tournamentId },
        }),
      ),
    staleTime: 10_000,
  })

export const teamPlayersQuery = (tournamentId: number, gameId: number, teamId: number, language: Language) =>
  queryOptions({
    queryKey: ['myPlayers', tournamentId, teamId, language],
    queryFn: () => answerOf(registrationListTeamPlayers({ path: { game_id: gameId, team_id: teamId }, query: { tournamentId } })),
    staleTime: 10_000,
  })

export const documentKindsQuery = (language: Language) =>
  queryOptions({
    queryKey: ['esportDocuments', language],
    meta: { public: true },
    queryFn: () => answerOf(esportsListDocuments()),
    staleTime: 600_000,
  })
