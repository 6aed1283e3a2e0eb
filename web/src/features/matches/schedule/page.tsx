import { useParams } from '@tanstack/react-router'
import { TournamentFrame } from '@/features/tournaments/page'
import { ToCome } from '@/features/tournaments/to-come'
import { Schedule } from './schedule'

/** The matches of a tournament, by day: the tab of its page. */
export function SchedulePage() {
  const { id } = useParams({ from: '/esport/tournament/$id/matches' })
  return (
    <TournamentFrame key={id} id={Number(id)} tab="matches">
      {(tournament) =>
        tournament.bracketPublishedAt ? <Schedule tournament={tournament} /> : <ToCome tournament={tournament} tab="matches" />
      }
    </TournamentFrame>
  )
}
