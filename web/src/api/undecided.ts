import type { ApiProblem } from './problem'

/** Says nothing about the call itself: a session or rights that ended, too many calls. */
const BESIDE = [401, 403, 408, 425, 429]

/** Whether a call may have taken effect all the same: there was no answer, or one from something between. */
export function isUndecided({ status }: ApiProblem): boolean {
  return status === 0 || status >= 500 || BESIDE.includes(status)
}
