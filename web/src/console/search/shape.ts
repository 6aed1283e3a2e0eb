import { client } from '@/api/generated/client.gen'
import { answerOf } from '@/api/problem'

export type SearchKind = 'order' | 'person' | 'team' | 'tournament' | 'article'

/** What the typed text is of the found thing. */
type SearchBy = 'number' | 'receipt' | 'charge' | 'voucher' | 'player' | 'name' | 'mobile' | 'email' | 'id' | 'phone_end'

export interface SearchHit {
  kind: SearchKind
  /** The order's number, the id of a person, team or tournament; of an article its kind and name in the address: `game_guide/first-steps`. */
  key: string
  title: string
  detail?: string | null
  status?: string | null
  by: SearchBy
}

/** Finds anything that a customer can read out. */
export async function findEverything(q: string, signal: AbortSignal): Promise<SearchHit[]> {
  const { items } = await answerOf(
    client.get<{ 200: { items: SearchHit[] } }, unknown>({
      security: [{ scheme: 'bearer', type: 'http' }],
      url: '/api/console/search',
      query: { q },
      signal,
    }),
  )
  return items
}
