import { consoleSearchEverything, type SearchHit } from '@/api/generated'
import { answerOf } from '@/api/problem'

/** Finds anything that a customer can read out. */
export async function findEverything(q: string, signal: AbortSignal): Promise<SearchHit[]> {
  const { items } = await answerOf(consoleSearchEverything({ query: { q }, signal }))
  return items
}
