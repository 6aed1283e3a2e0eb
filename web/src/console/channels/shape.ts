import type { LocalizedText } from '@/api/generated'
import { client } from '@/api/generated/client.gen'
import { answerOf } from '@/api/problem'

/** A payment channel as staff see it. */
export interface ConsoleChannel {
  code: string
  name: LocalizedText
  /** Whether staff let it be used; providers may fail all the same */
  open: boolean
  /** What customers are told while it is closed */
  closedReason?: LocalizedText | null
}

export interface ConsoleChannels {
  /** As the payment page lists them */
  items: ConsoleChannel[]
}

/** Lists all payment channels. */
export const listAllChannels = (signal: AbortSignal): Promise<ConsoleChannels> =>
  answerOf(
    client.get<{ 200: ConsoleChannels }, unknown>({
      security: [{ scheme: 'bearer', type: 'http' }],
      url: '/api/console/payment-channels',
      signal,
    }),
  )
