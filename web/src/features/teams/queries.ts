import { queryOptions } from '@tanstack/react-query'
import { teamGetTeam, teamListInvitations, teamListRequests, teamMyOffers, teamSearchUsers } from '@/api/generated'
import { answerOf } from '@/api/problem'

/** A team in its members' view: the user's role, members who want to leave, its live topic. */
export const myTeamQuery = (id: number) =>
  queryOptions({
    queryKey: ['esports', 'team', id],
    queryFn: () => answerOf(teamGetTeam({ path: { teamId: id } })),
    staleTime: 5_000,
  })

/** The user's pending requests and invitations. */
export const myOffersQuery = queryOptions({ queryKey: ['esports', 'offers'], queryFn: () => answerOf(teamMyOffers()), staleTime: 5_000 })

/** Invitations and requests of a team; empty for anyone who does not act for it. */
export const teamOffersQuery = (teamId: number) =>
  queryOptions({
    queryKey: ['esports', 'teamOffers', teamId],
    queryFn: async ({ client }) => {
      // Both are fetched again at once; this one needs the other's answer on the user's right.
      const { me } = await client.fetchQuery(myTeamQuery(teamId))
      if (me?.role !== 'captain') return { invitations: [], requests: [] }
      const [invitations, requests] = await Promise.all([
        answerOf(teamListInvitations({ path: { teamId } })),
        answerOf(teamListRequests({ path: { teamId } })),
      ])
      return { invitations: invitations.items, requests: requests.items }
    },
    staleTime: 5_000,
  })

/** People to invite; a query of fewer than three letters finds nobody. */
export const peopleQuery = (query: string, teamId: number) =>
  queryOptions({
    queryKey: ['esports', 'people', teamId, query],
    queryFn: () => answerOf(teamSearchUsers({ body: { query, teamId } })),
    enabled: [...query].length >= 3,
    staleTime: 5_000,
  })
