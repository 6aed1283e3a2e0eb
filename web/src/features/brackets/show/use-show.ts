import { useQuery } from '@tanstack/react-query'
import { tournamentQuery } from '@/features/tournaments/loaded'
import { useLiveCard } from '@/features/tournaments/live'
import type { Tournament } from '@/api/generated'
import { useBracket } from '../live'
import { currentStage } from './current'

/** A tournament and the stage of it that is shown: the one that was asked for, else the one that is played. */
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

/** Keeps the card of the tournament current, once there is one. */
export function useLiveTournament(tournament: Tournament): void {
  useLiveCard(tournament)
}
