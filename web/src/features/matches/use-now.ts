import { useEffect, useState } from 'react'
import { serverNow } from '@/live'

/** Returns the server's time, updated every `ms` milliseconds: for actions that become possible at a time. */
export function useNowEvery(ms: number): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), ms)
    return () => clearInterval(timer)
  }, [ms])
  return now
}
