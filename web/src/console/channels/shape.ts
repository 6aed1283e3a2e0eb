import { consoleListAllChannels, type ConsoleChannels } from '@/api/generated'
import { answerOf } from '@/api/problem'

/** Lists all payment channels. */
export const listAllChannels = (signal: AbortSignal): Promise<ConsoleChannels> => answerOf(consoleListAllChannels({ signal }))
