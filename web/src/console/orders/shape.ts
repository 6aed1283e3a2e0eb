import { client } from '@/api/generated/client.gen'
import type { LocalizedText, OrderStatus } from '@/api/generated'
import { answerOf } from '@/api/problem'

/** Matters that somebody has to look at. */
export type OrderFlag = 'repair' | 'refund' | 'dispute' | 'checking'

export interface ConsoleOrder {
  number: string
  status: OrderStatus
  createdAt: string
  paidAt?: string | null
  completedAt?: string | null
  channel: string
  channelName: LocalizedText
  totalSatang: number
  buyer: { userId: number; name: string }
  /** The first product. */
  firstLine: LocalizedText
  lineCount: number
  state: OrderFlag[]
}

export interface ConsoleOrderList {
  items: ConsoleOrder[]
  /** Where the next page begins; absent on the last one. */
  next?: string | null
  matching: { count: number; more: boolean }
}

/** Filters orders; days are Bangkok's, the first and the last. */
export interface OrderFilter {
  status?: OrderStatus
  channel?: string
  q?: string
  from?: string
  to?: string
}

/** Reads a page of the orders that match, newest first. */
export function listOrders(query: OrderFilter & { after?: string; limit: number }, signal: AbortSignal): Promise<ConsoleOrderList> {
  return answerOf(
    client.get<{ 200: ConsoleOrderList }, unknown>({
      security: [{ scheme: 'bearer', type: 'http' }],
      url: '/api/console/orders',
      query: { ...query },
      signal,
    }),
  )
}
