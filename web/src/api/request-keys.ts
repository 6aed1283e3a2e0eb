import { useRef } from 'react'

/** Returns an idempotency key for each body: the same request keeps its key, so that it takes effect once however often it is sent. */
export function useRequestKeys(): (body: unknown) => string {
  const keys = useRef(new Map<string, string>())
  return (body) => {
    const request = JSON.stringify(body)
    const key = keys.current.get(request) ?? crypto.randomUUID()
    keys.current.set(request, key)
    return key
  }
}
