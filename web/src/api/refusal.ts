import type { ApiProblem } from './problem'

/** Returns the refusal as a text: that of the first refused field, else the general message. */
export function refusalOf({ body, message }: ApiProblem): string {
  const [first] = Object.values((body.fieldMessages as Record<string, string> | undefined) ?? {})
  return first ?? message
}
