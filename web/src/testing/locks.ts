import { vi } from 'vitest'

/** Gives the page the browser's lock of the cookie, as it is while another tab holds it; answers how that one lets go. */
export function lockCookie(): () => void {
  let free = () => {}
  let last: Promise<unknown> = new Promise<void>((resolve) => (free = resolve))
  const request = (_: string, work: () => Promise<unknown>) => {
    last = last.then(work)
    return last
  }
  vi.stubGlobal(
    'navigator',
    new Proxy(navigator, { get: (real, name) => (name === 'locks' ? { request } : Reflect.get(real, name, real)) }),
  )
  return free
}
