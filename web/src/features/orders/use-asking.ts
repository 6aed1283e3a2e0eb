import { useEffect, useEffectEvent } from 'react'
import { problemOf } from '@/api/problem'

/** Times (ms) of the first questions; later ones follow at the last interval. */
const TIMES = [0, 500, 1_000, 2_000, 4_000, 8_000] as const
const LATER_MS = 8_000

/** Returns how long (ms) to wait between this many questions and the next. */
function askDelay(asked: number): number {
  const next = TIMES[asked]
  return next === undefined ? LATER_MS : next - (TIMES[asked - 1] ?? 0)
}

/**
 * Asks at 0, 0.5, 1, 2, 4 and 8 s, then every 8 s, one question at a time. It pauses while the tab is hidden and asks at once when it is
 * seen again. A refusal with `Retry-After` is respected.
 */
export function useAsking(active: boolean, ask: () => Promise<unknown>): void {
  const run = useEffectEvent(ask)
  useEffect(() => {
    if (!active) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let asked = 0
    let busy = false
    let ended = false
    let notBefore = 0
    const schedule = (delay: number) => {
      clearTimeout(timer)
      if (!ended) timer = setTimeout(() => void next(), Math.max(delay, notBefore - Date.now()))
    }
    const next = async () => {
      if (document.hidden || busy) return
      const startedAt = Date.now()
      asked += 1
      busy = true
      try {
        await run()
      } catch (error) {
        const { retryAfter } = problemOf(error)
        if (retryAfter !== undefined) notBefore = Date.now() + retryAfter * 1_000
      }
      busy = false
      schedule(Math.max(0, askDelay(asked) - (Date.now() - startedAt)))
    }
    const seen = () => {
      if (!document.hidden && !busy) schedule(0)
    }
    document.addEventListener('visibilitychange', seen)
    schedule(0)
    return () => {
      ended = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', seen)
    }
  }, [active])
}
