import type { ApiProblem } from './problem'

/** Returns the refusal as a text: of the first field that was refused, else of the whole. */
export function refusalOf({ body, message }: ApiProblem): string {
  const [first] = Object.values((body.fieldMessages as Record<string, string> | undefined) ?? {})
  return first ?? message
}
