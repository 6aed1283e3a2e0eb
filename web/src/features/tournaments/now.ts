import { useSyncExternalStore } from 'react'
import { serverNow } from '@/live'

const STEP_MS = 15_000
const waiting = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

function listen(changed: () => void): () => void {
  waiting.add(changed)
  timer ??= setInterval(() => waiting.forEach((tell) => tell()), STEP_MS)
  return () => {
    waiting.delete(changed)
    if (waiting.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

const read = () => Math.floor(serverNow() / STEP_MS) * STEP_MS

/** Returns the server's time in steps of 15 seconds, for hours and days. Undefined before hydration: the server renders no clock. */
export function useNow(): number | undefined {
  return useSyncExternalStore<number | undefined>(listen, read, () => undefined)
}
