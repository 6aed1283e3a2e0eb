import { useParams, useSearch } from '@tanstack/react-router'
import type { Tournament } from '@/api/generated'
import { problemOf } from '@/api/problem'
import { TournamentFrame } from '../../frames/tournament'
import { ToCome } from '@/features/tournaments/to-come'
import { QueryError } from '@/ui/query-error'
import { useBracket, usePublication } from '@/features/brackets/live'
import { StageView } from '@/features/brackets/view/stage-view'

/** A tournament's bracket, tables or board: the tab of its page. */
export function BracketPage() {
  const { id } = useParams({ from: '/esport/tournament/$id/bracket' })
  return (
    <TournamentFrame key={id} id={Number(id)} tab="bracket" wide={isPublished}>
      {(tournament) => <Stage tournament={tournament} />}
    </TournamentFrame>
  )
}

const isPublished = ({ bracketPublishedAt }: Tournament) => bracketPublishedAt !== null && bracketPublishedAt !== undefined

function Stage({ tournament }: { tournament: Tournament }) {
  const published = usePublication(tournament)
  const { stage } = useSearch({ from: '/esport/tournament/$id/bracket' })
  const { data, error, refetch } = useBracket(tournament.id, stage, published)
  const gone = error && problemOf(error).status === 404
  if (!published || gone) return <ToCome tournament={tournament} tab="bracket" />
  if (data) return <StageView tournament={tournament} bracket={data} />
  if (error) return <QueryError problem={problemOf(error)} onRetry={() => void refetch()} />
  return <div aria-busy="true" className="skeleton h-96" />
}
