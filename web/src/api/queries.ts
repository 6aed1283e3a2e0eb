import { QueryClient, type QueryKey } from '@tanstack/react-query'
import { ApiProblem } from './problem'

/** Only network failures are retried automatically; a refusal stays a refusal. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) => failures < 2 && error instanceof ApiProblem && (error.status === 0 || error.status >= 502),
      refetchOnWindowFocus: false,
    },
    mutations: { retry: false },
  },
})

/** What everybody is answered alike; all other answers are somebody's own. */
const PUBLIC = new Set<unknown>([
  'HomeQuery',
  'GamesQuery',
  'GameQuery',
  'ProductQuery',
  'ConfigQuery',
  'FaqQuery',
  'servers',
  'player',
  'banks',
  'organizations',
])

/** Nothing of a person is left for the next one. `reread`: somebody else is here now, and what is shown is asked for again. */
export function forgetPersonal(reread = false): void {
  const predicate = ({ queryKey }: { queryKey: QueryKey }) => !PUBLIC.has(queryKey[0])
  if (reread) void queries.resetQueries({ predicate })
  else queries.removeQueries({ predicate })
}

/** An answer that the page starts from, by its cache key. */
export interface Known {
  key: readonly unknown[]
  data: unknown
}

export function takeAnswers(answers: readonly Known[]): void {
  for (const { key, data } of answers) queries.setQueryData(key, data)
}

/** What the server put into the page: the answers that its first paint needs. */
export function takePageData(): void {
  const element = document.getElementById('page-data')
  if (!element?.textContent) return
  try {
    const { queries: answers = [] } = JSON.parse(element.textContent) as { queries?: Known[] }
    takeAnswers(answers)
  } catch {
    // The page asks for itself then.
  }
}
