import { ApiProblem } from '@/api/problem'

/** Reads the server's refusals by person: its fields are called `players.17` and `players.17.gameId`. */
export function refusedPeople(error: Error | null | undefined): ReadonlyMap<number, string> {
  const found = new Map<number, string>()
  if (!(error instanceof ApiProblem)) return found
  const texts = (error.body.fieldMessages as Record<string, string> | undefined) ?? {}
  for (const field of Object.keys(error.fields)) {
    const [, id] = /^players\.(\d+)/.exec(field) ?? []
    if (id) found.set(Number(id), texts[field] ?? error.message)
  }
  return found
}
