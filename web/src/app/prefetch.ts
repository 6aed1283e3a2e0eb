/** The browser is left alone for at most this long. */
const IDLE_MS = 2_000

/** Whether the network may be used for what nobody has asked for yet: not offline, on a slow line, or where data is to be saved. */
export function mayPrefetch(): boolean {
  const { onLine, connection } = navigator as Navigator & { connection?: { saveData?: boolean; effectiveType?: string } }
  return onLine && !connection?.saveData && !connection?.effectiveType?.includes('2g')
}

/** Runs it when the browser has nothing else to do. Returns the function that gives it up. */
export function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(run, IDLE_MS)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(run, { timeout: IDLE_MS })
  return () => cancelIdleCallback(handle)
}
