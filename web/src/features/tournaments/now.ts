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

/** The server's time by quarter minutes, for what is said in hours and days. Not known before the page is taken over: the server renders no clock. */
export function useNow(): number | undefined {
  return useSyncExternalStore<number | undefined>(listen, read, () => undefined)
}
