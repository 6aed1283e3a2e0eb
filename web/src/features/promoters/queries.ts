import { queryOptions } from '@tanstack/react-query'
import { promoterMyState } from '@/api/generated'
import { answerOf } from '@/api/problem'

/** The user's application and right to run tournaments. */
export const promoterQuery = queryOptions({
  queryKey: ['esports', 'promoter'],
  queryFn: () => answerOf(promoterMyState()),
  staleTime: 5_000,
})
