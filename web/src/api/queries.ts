import { type Query, QueryClient } from '@tanstack/react-query'
import { ApiProblem } from './problem'
import { session } from './session'

declare module '@tanstack/react-query' {
  interface Register {
    /** `public`: the answer is the same for everyone, so it outlives a sign-out. */
    queryMeta: { public?: boolean }
  }
}

/** Only network failures are retried automatically; a refusal stays a refusal. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) => failures < 2 && error instanceof ApiProblem && (error.status === 0 || error.status >= 502),
      refetchOnWindowFocus: false,
    },
    // Without a connection an action fails at once and says so; it is not carried out later.
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** Drops all answers but the public ones. `reread`: another user is signed in now, so shown queries are fetched again. */
export function forgetPersonal(reread = false): void {
  const predicate = ({ meta }: Query) => !meta?.public
  if (reread) void queries.resetQueries({ predicate })
  else queries.removeQueries({ predicate })
}

session.onUserChange(forgetPersonal)

/** An answer that the page starts from, by its cache key. */
export interface PageAnswer {
  key: readonly unknown[]
  data: unknown
}

/** Pages are rendered for visitors, so their answers are public. */
export function takeAnswers(answers: readonly PageAnswer[]): void {
  for (const { key, data } of answers) {
    // `setQueryData` alone would make a query without `meta`.
    queries.getQueryCache().build(queries, { queryKey: key, meta: { public: true } })
    queries.setQueryData(key, data)
  }
}

/** Takes the answers that the server put into the page for its first paint. */
export function takePageData(): void {
  const element = document.getElementById('page-data')
  if (!element?.textContent) return
  try {
    const shown = document.querySelectorAll('[data-html]')
    // A text of the server that the page shows stands there only: `{ $html: n }` is that of the n-th such element.
    const whole = (_: string, value: { $html?: number } | null) => (value?.$html === undefined ? value : shown[value.$html]?.innerHTML)
    const { queries: answers = [] } = JSON.parse(element.textContent, whole) as { queries?: PageAnswer[] }
    takeAnswers(answers)
  } catch {
    // The page fetches its data itself then.
  }
}
