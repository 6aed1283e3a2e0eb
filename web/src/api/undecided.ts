import type { ApiProblem } from './problem'

/** Not a word about the call itself: a session or rights that ended, too many calls. */
const BESIDE = [401, 403, 408, 425, 429]

/** Whether a call may have been done all the same: nothing was heard, or what was heard is not the answer to it. */
export function isUndecided({ status }: ApiProblem): boolean {
  return status === 0 || status >= 500 || BESIDE.includes(status)
}
