const KEY = 'manao.chunkReload'
const GUARD_MS = 60_000

/**
 * A page's chunk that is gone (a new release) is fetched by reloading, at most once in 60 seconds. True when it reloads.
 * Never offline: what stands on the screen is all there is then.
 */
export function reloadForChunk(now: number = Date.now()): boolean {
  if (!navigator.onLine) return false
  try {
    const last = Number(sessionStorage.getItem(KEY) ?? 0)
    if (now - last < GUARD_MS) return false
    sessionStorage.setItem(KEY, String(now))
  } catch {
    return false
  }
  location.reload()
  return true
}

export function guardChunks(): void {
  addEventListener('vite:preloadError', (event) => {
    if (reloadForChunk()) event.preventDefault()
  })
}
