import { queryOptions } from '@tanstack/react-query'
import { consoleGetRefundableOrder } from '@/api/generated'
import { answerOf } from '@/api/problem'

/** An order as far as its money can be given back; `number` as typed. */
export const refundableOrderQuery = (number: string) =>
  queryOptions({
    queryKey: ['refundable-order', number],
    queryFn: () => answerOf(consoleGetRefundableOrder({ path: { number } })),
    staleTime: 0,
    retry: false,
  })
