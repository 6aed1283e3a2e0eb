import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query'
import {
  type SupportState,
  type SupportThread,
  type SupportTopic,
  supportListAllThreads,
  supportListThreads,
  supportViewAnyThread,
  supportViewThread,
} from '@/api/generated'
import { answerOf } from '@/api/problem'

export const PER_PAGE = 10
export const STAFF_PER_PAGE = 25
export const TOPICS = ['order', 'payment', 'account', 'tournament', 'content', 'other'] as const satisfies SupportTopic[]

/** The user's threads, the newest first. */
export const threadsQuery = (page: number) =>
  queryOptions({
    queryKey: ['support', 'mine', page],
    queryFn: () => answerOf(supportListThreads({ query: { page, perPage: PER_PAGE } })),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  })

/** The filter of the staff's list; without a state all open threads. */
export interface StaffFilter {
  state?: SupportState
  topic?: SupportTopic
}

export const staffThreadsQuery = (filter: StaffFilter, page: number) =>
  queryOptions({
    queryKey: ['support', 'all', filter, page],
    queryFn: () => answerOf(supportListAllThreads({ query: { ...filter, page, perPage: STAFF_PER_PAGE } })),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  })

export type ThreadSide = 'member' | 'staff'

const threadKey = (side: ThreadSide, id: number) => ['support', 'thread', side, id] as const

/** A thread with all entries that were read so far. */
export const threadQuery = (side: ThreadSide, id: number) =>
  queryOptions({
    queryKey: threadKey(side, id),
    queryFn: async ({ client }) => merged(client.getQueryData<SupportThread>(threadKey(side, id)), await readThread(side, id)),
    staleTime: 5_000,
  })

function readThread(side: ThreadSide, id: number, before?: number): Promise<SupportThread> {
  const asked = { path: { id }, query: { ...(before !== undefined && { before }) } }
  return answerOf(side === 'staff' ? supportViewAnyThread(asked) : supportViewThread(asked))
}

/** Adds the earlier entries that are known to an answer with the newest ones; an answer that is out of date is dropped. */
export function merged(known: SupportThread | undefined, answer: SupportThread): SupportThread {
  if (!known) return answer
  if (known.version > answer.version) return known
  const first = answer.items[0]?.seq ?? 1
  const earlier = known.items.filter(({ seq }) => seq < first)
  // More entries came meanwhile than an answer holds: what lies between is not known.
  if (earlier.at(-1)?.seq !== first - 1) return answer
  return { ...answer, items: [...earlier, ...answer.items], more: known.more }
}

/** Shows the thread as a call has returned it. */
export function takeThread(client: QueryClient, side: ThreadSide, answer: SupportThread): void {
  client.setQueryData<SupportThread>(threadKey(side, answer.id), (known) => merged(known, answer))
  void client.invalidateQueries({ queryKey: ['support', side === 'staff' ? 'all' : 'mine'] })
}

/** Adds the entries before the first known one. */
export async function readEarlier(client: QueryClient, side: ThreadSide, id: number): Promise<void> {
  const first = client.getQueryData<SupportThread>(threadKey(side, id))?.items[0]?.seq
  if (first === undefined) return
  const answer = await readThread(side, id, first)
  client.setQueryData<SupportThread>(
    threadKey(side, id),
    (known) =>
      known && {
        ...known,
        items: [...answer.items.filter(({ seq }) => seq < (known.items[0]?.seq ?? 0)), ...known.items],
        more: answer.more,
      },
  )
}
