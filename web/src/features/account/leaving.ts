import { logout } from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { leavingConfirmed, leftUnconfirmed } from '@/api/session'
import { beforeNextTry } from '@/api/try-again'

let telling = false

/**
 * Tells the server of somebody who has left here while it could not be reached, until it has heard it or somebody signs in again; `late` is
 * called when it does not hear it at once. Answers whether it has heard it.
 */
export async function finishLeaving(late?: () => void): Promise<boolean> {
  if (telling) return false
  telling = true
  try {
    for (let attempt = 0; ; attempt++) {
      if (await told()) {
        leavingConfirmed()
        return true
      }
      if (attempt === 0) late?.()
      await beforeNextTry(attempt)
      if (!leftUnconfirmed()) return false
    }
  } finally {
    telling = false
  }
}

/** The cookie says who. A refusal means that there is nobody to sign out any more, unless the server was not reached, is busy, or has a fault. */
async function told(): Promise<boolean> {
  try {
    await answerOf(logout({ body: { everywhere: false } }))
    return true
  } catch (cause) {
    const { status } = problemOf(cause)
    return status !== 0 && status !== 429 && status < 500
  }
}
