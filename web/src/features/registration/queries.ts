import { queryOptions } from '@tanstack/react-query'
import {
  type ContestantType,
  esportsListDocuments,
  esportsListGames,
  registrationGetMine,
  registrationListMyPlayers,
  registrationListTeamPlayers,
  tournamentGet,
} from '@/api/generated'
import { answerOf } from '@/api/problem'
import type { Language } from '@/i18n/language'

export const tournamentQuery = (id: number) =>
  queryOptions({
    queryKey: ['tournament', id],
    meta: { public: true },
    queryFn: () => answerOf(tournamentGet({ path: { id } })),
    staleTime: 30_000,
  })

/** What I am to a tournament, and my entry there. By language: its refusals are words. */
export const mineQuery = (tournamentId: number, language: Language) =>
  queryOptions({
    queryKey: ['tournamentMe', tournamentId, language],
    queryFn: () => answerOf(registrationGetMine({ body: { tournamentId } })),
    staleTime: 10_000,
  })

/** Who of mine could play: I myself, or my team's members. */
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

export const gamesQuery = queryOptions({
  queryKey: ['esportGames'],
  meta: { public: true },
  queryFn: () => answerOf(esportsListGames()),
  staleTime: 600_000,
})

export const documentKindsQuery = (language: Language) =>
  queryOptions({
    queryKey: ['esportDocuments', language],
    meta: { public: true },
    queryFn: () => answerOf(esportsListDocuments()),
    staleTime: 600_000,
  })
