import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { inboxGetMine, inboxGetNotifications, type MemberInbox } from '@/api/generated'
import { answerOf } from '@/api/problem'
import type { Language } from '@/i18n/language'

export type Stream = 'shop' | 'esports'
export type Message = MemberInbox['items'][number]

export const PER_PAGE = 20

/** A page of one stream; its texts are in the reader's language. */
export function inboxQuery(userId: number, stream: Stream, page: number, language: Language) {
  return queryOptions({
    queryKey: ['inbox', userId, stream, page, language],
    queryFn: () =>
      stream === 'shop'
        ? answerOf(inboxGetMine({ body: { page, perPage: PER_PAGE } }))
        : answerOf(inboxGetNotifications({ query: { page, perPage: PER_PAGE } })),
    staleTime: 15_000,
  })
}

/** Fetches the shown data of a user's inbox again. */
export function readAgain(client: QueryClient, userId: number): Promise<void> {
  return client.invalidateQueries({ queryKey: ['inbox', userId] })
}

/** Shows a change before the server has confirmed it. Returns a function that undoes it, also offline. */
export function changeShown(client: QueryClient, userId: number, change: (items: Message[]) => Message[]): () => void {
  const before = client.getQueriesData<MemberInbox>({ queryKey: ['inbox', userId] })
  client.setQueriesData<MemberInbox>({ queryKey: ['inbox', userId] }, (page) => page && { ...page, items: change(page.items) })
  return () => before.forEach(([key, page]) => client.setQueryData(key, page))
}
