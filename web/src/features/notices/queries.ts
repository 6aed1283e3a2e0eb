import { queryOptions } from '@tanstack/react-query'
import { inboxNoticeSettings } from '@/api/generated'
import { answerOf } from '@/api/problem'

/** How somebody wants to be told of esports messages. */
export const noticesQuery = (userId: number) =>
  queryOptions({ queryKey: ['notices', userId], queryFn: () => answerOf(inboxNoticeSettings()), staleTime: 60_000 })
