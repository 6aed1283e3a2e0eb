const KEY = 'manao.chunkReload'
const GUARD_MS = 60_000

/**
 * Reloads for a newer release, at most once in 60 seconds. Returns true if it reloads. Never offline: the page could not be loaded again then.
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

/** A part that fails to load may be gone with its release. Then the page's own first file is gone as well, since it names all others. */
export async function reloadIfReplaced(): Promise<void> {
  const first = document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src
  const answer = first && (await fetch(first, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined))
  if (answer && answer.status === 404) reloadForChunk()
}
