import { queryOptions } from '@tanstack/react-query'
import { teamGetTeam, teamListInvitations, teamListRequests, teamMyOffers, teamSearchUsers } from '@/api/generated'
import { answerOf } from '@/api/problem'

/** A team as its members see it: what I am in it, who wants to leave, its live topic. */
export const myTeamQuery = (id: number) =>
  queryOptions({
    queryKey: ['esports', 'team', id],
    queryFn: () => answerOf(teamGetTeam({ path: { teamId: id } })),
    staleTime: 5_000,
  })

/** My waiting requests, and invitations to me. */
export const myOffersQuery = queryOptions({ queryKey: ['esports', 'offers'], queryFn: () => answerOf(teamMyOffers()), staleTime: 5_000 })

/** Invitations and requests of a team; empty for anyone who does not act for it. */
export const teamOffersQuery = (teamId: number) =>
  queryOptions({
    queryKey: ['esports', 'teamOffers', teamId],
    queryFn: async ({ client }) => {
      // Both are read again at once; this one after the other has said whether I may.
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

/** People to invite; fewer than three letters find nobody. */
export const peopleQuery = (query: string, teamId: number) =>
  queryOptions({
    queryKey: ['esports', 'people', teamId, query],
    queryFn: () => answerOf(teamSearchUsers({ body: { query, teamId } })),
    enabled: [...query].length >= 3,
    staleTime: 5_000,
  })
