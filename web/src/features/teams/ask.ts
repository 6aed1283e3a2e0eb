import { playerGetPlayer, teamGetTeam, teamSearchTeams } from '@/api/generated'
import { answerOf } from '@/api/problem'

export const askTeam = (teamId: number) => answerOf(teamGetTeam({ path: { teamId } }))

export const askTeams = (query: string, page: number, perPage: number) => answerOf(teamSearchTeams({ body: { query, page, perPage } }))

export const askPlayer = (userId: number) => answerOf(playerGetPlayer({ path: { userId } }))
