import { queryOptions } from '@tanstack/react-query'
import { inboxNoticeSettings } from '@/api/generated'
import { answerOf } from '@/api/problem'

/** The user's settings for notifications of esports messages. */
export const noticesQuery = (userId: number) =>
  queryOptions({ queryKey: ['notices', userId], queryFn: () => answerOf(inboxNoticeSettings()), staleTime: 60_000 })
