import { apiFetch } from './fetch'
import { ApiProblem } from './problem'

/** A catalogue query: `path` says where in the shop it is asked, the document is the file's text. */
export async function askCatalogue<T>(path: string, document: string, variables: object = {}): Promise<T> {
  let answer: Response
  try {
    answer = await apiFetch(`/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: document, variables }),
    })
  } catch {
    throw ApiProblem.offline()
  }
  const body = (await answer.json().catch(() => ({}))) as { data?: T }
  if (!answer.ok || body.data === undefined || body.data === null) {
    throw new ApiProblem(answer.ok ? 500 : answer.status, body as Record<string, unknown>)
  }
  return body.data
}
