import { create } from 'zustand'
import { type ApiCode, problemOf } from '@/api/problem'
import { recheckEntry } from './use-entry'

/** Whether a call waits for the user to give a factor once more. */
export const useFactorAsked = create<{ asked: boolean }>(() => ({ asked: false }))

/** Resolvers of the calls that wait for a factor. */
const waiting: ((given: boolean) => void)[] = []

/** Lets the calls that wait for a factor go on, or be refused. */
export function settleFactor(given: boolean): void {
  useFactorAsked.setState({ asked: false })
  for (const resolve of waiting.splice(0)) resolve(given)
}

const untilFactor = () => new Promise<boolean>((resolve) => waiting.push(resolve))

/**
 * Makes a call that may need a fresh factor. When it is refused for that, or because the session in the console is over, the user is asked for a
 * factor, and the call is made once more. It is refused when the user gives none. Only below the console's frame, which asks.
 */
export async function withFreshFactor<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(await mayRepeat(problemOf(error).code))) throw error
    return call()
  }
}

/** Waits until a refused call may be made once more. */
async function mayRepeat(code: ApiCode): Promise<boolean> {
  if (code === 'factor_required') {
    useFactorAsked.setState({ asked: true })
    return untilFactor()
  }
  // Another tab may have come in again; if none has, the frame shows the way in.
  return code === 'console_required' && ((await recheckEntry()) || untilFactor())
}
