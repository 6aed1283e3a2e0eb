/**
 * Waits before another attempt: about 1 s · 2ⁿ, at most 30 s, and no longer than until the network is back. `attempt` counts failures from 0.
 */
export function beforeNextTry(attempt: number): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer)
      removeEventListener('online', go)
      resolve()
    }
    const timer = setTimeout(go, Math.min(30_000, 1000 * 2 ** attempt) * (0.75 + Math.random() / 4))
    addEventListener('online', go)
  })
}
