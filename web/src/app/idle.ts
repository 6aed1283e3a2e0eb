/** The browser is left alone for at most this long. */
const IDLE_MS = 2_000

/** Runs it when the browser has nothing else to do. Returns the function that gives it up. */
export function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(run, IDLE_MS)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(run, { timeout: IDLE_MS })
  return () => cancelIdleCallback(handle)
}
