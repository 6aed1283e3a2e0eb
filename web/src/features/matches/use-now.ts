import { useEffect, useState } from 'react'
import { serverNow } from '@/live'

/** The server's time, read again each so many milliseconds: for what becomes possible at a time. */
export function useNowEvery(ms: number): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), ms)
    return () => clearInterval(timer)
  }, [ms])
  return now
}
