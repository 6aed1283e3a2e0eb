import { consoleListOrders, type ConsoleListOrdersData, type ConsoleOrders } from '@/api/generated'
import { answerOf } from '@/api/problem'

/** Filters orders; days are Bangkok's, the first and the last. */
export type OrderFilter = Omit<NonNullable<ConsoleListOrdersData['query']>, 'after' | 'userId'>

/** Reads a page of the orders that match, newest first. */
export function listOrders(query: OrderFilter & { after?: number }, signal: AbortSignal): Promise<ConsoleOrders> {
  return answerOf(consoleListOrders({ query, signal }))
}
