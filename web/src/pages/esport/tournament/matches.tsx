import { Navigate, useParams } from '@tanstack/react-router'
import { TournamentFrame } from '../../frames/tournament'
import { FORMATS } from '@/features/tournaments/formats'
import { ToCome } from '@/features/tournaments/to-come'
import { Schedule } from '@/features/matches/schedule/schedule'

/** The matches of a tournament, by day: the tab of its page. */
export function SchedulePage() {
  const { id } = useParams({ from: '/esport/tournament/$id/matches' })
  return (
    <TournamentFrame key={id} id={Number(id)} tab="matches">
      {(tournament) =>
        // A board has no matches of two sides, nor their tab.
        tournament.stages.every(({ format }) => FORMATS[format].hasHeats) ? (
          <Navigate to="/esport/tournament/$id/bracket" params={{ id }} replace />
        ) : tournament.bracketPublishedAt ? (
          <Schedule tournament={tournament} />
        ) : (
          <ToCome tournament={tournament} tab="matches" />
        )
      }
    </TournamentFrame>
  )
}
