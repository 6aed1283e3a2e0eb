import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSession } from '@/api/session'
import { useTopic } from '@/live'
import { useNow } from '@/features/tournaments/now'
import { joinedQuery, myMatchesQuery, runQuery } from '@/features/tournaments/queries'
import { myNextMatch } from './my-match'
import { type Step, stepsOf } from './steps'

interface Steps {
  steps: Step[]
  /** The lists are still loading. */
  isPending: boolean
  /** Number of tournaments that the user has entered; undefined if the list failed to load. */
  entered: number | undefined
}

/** A member's next steps in the tournaments that they entered or run, the nearest first. */
export function useSteps(): Steps {
  const me = useSession((session) => session.me)
  const client = useQueryClient()
  const joined = useQuery(joinedQuery)
  const run = useQuery(runQuery)
  const again = () => {
    void client.invalidateQueries({ queryKey: joinedQuery.queryKey })
    void client.invalidateQueries({ queryKey: runQuery.queryKey })
  }
  // Changes of the user's matches arrive in the inbox.
  const matchesAgain = () =>
    void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === 'matches' && queryKey[2] === 'mine' })
  useTopic(
    me?.live,
    { 'entry.changed': again, 'inbox.changed': matchesAgain },
    {
      onReload: () => {
        again()
        matchesAgain()
      },
    },
  )
  const now = useNow() ?? 0
  const playing = joined.data?.items.filter(({ next }) => next.kind === 'play') ?? []
  const matches = useQueries({ queries: playing.map(({ tournament }) => myMatchesQuery(tournament.id)) })
  const nearest = playing.flatMap(({ tournament, entry }, index) => {
    const { data } = matches[index] ?? {}
    const match = data && myNextMatch(data.items, data.asking, entry.id, now)
    return match ? [[tournament.id, match] as const] : []
  })
  return {
    steps: stepsOf(joined.data?.items ?? [], run.data?.items ?? [], new Map(nearest)),
    isPending: joined.isPending || run.isPending,
    entered: joined.data?.total,
  }
}
