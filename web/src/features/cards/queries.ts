import { queryOptions } from '@tanstack/react-query'
import { paymentsListCards } from '@/api/generated'
import { answerOf } from '@/api/problem'

/** The user's saved cards, and the provider's form for another. */
export const cardsQuery = queryOptions({
  queryKey: ['cards'],
  queryFn: () => answerOf(paymentsListCards()),
  staleTime: 60_000,
})
