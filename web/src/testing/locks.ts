import { vi } from 'vitest'

type Work = (lock: object | null) => unknown

/** Makes another tab hold the browser's lock of the cookie; returns a function that releases it silently. */
export function lockCookie(): () => void {
  let held = 1
  let over = () => {}
  let last: Promise<unknown> = new Promise<void>((resolve) => (over = resolve))
  const request = (_: string, ...[first, second]: [Work] | [{ ifAvailable: true }, Work]) => {
    const work = second ?? (first as Work)
    if (second && held > 0) return Promise.resolve(work(null))
    held += 1
    const done = last.then(() => work({}))
    last = done.finally(() => (held -= 1))
    return done
  }
  vi.stubGlobal(
    'navigator',
    new Proxy(navigator, { get: (real, name) => (name === 'locks' ? { request } : Reflect.get(real, name, real)) }),
  )
  return () => {
    held -= 1
    over()
  }
}
