import { playerGetPlayer, teamGetTeam, teamSearchTeams } from '@/api/generated'
import { answerOf } from '@/api/problem'
import { PER_PAGE } from './public-queries'

export const askTeam = (teamId: number) => answerOf(teamGetTeam({ path: { teamId } }))

export const askTeams = (query: string, page: number) => answerOf(teamSearchTeams({ body: { query, page, perPage: PER_PAGE } }))

export const askPlayer = (userId: number) => answerOf(playerGetPlayer({ path: { userId } }))
