import { useQuery } from '@tanstack/react-query'
import { tournamentQuery } from '@/features/tournaments/loaded'
import { useLiveCard } from '@/features/tournaments/live'
import type { Tournament } from '@/api/generated'
import { useBracket } from '../live'
import { currentStage } from './current'

/** Loads a tournament and its shown stage: the requested one, else the one in play. */
export function useShow(id: number, asked?: number) {
  const tournament = useQuery(tournamentQuery(id))
  const published = Boolean(tournament.data?.bracketPublishedAt)
  const first = useBracket(id, asked, published)
  const current = asked ?? (first.data && currentStage(first.data.stages))
  const other = current !== undefined && current !== first.data?.stage
  const second = useBracket(id, current, published && other)
  return {
    tournament: tournament.data,
    bracket: other ? second.data : first.data,
    error: tournament.error && !tournament.data ? tournament.error : undefined,
  }
}

/** Keeps the tournament's card current once it is loaded. */
export function useLiveTournament(tournament: Tournament): void {
  useLiveCard(tournament)
}
