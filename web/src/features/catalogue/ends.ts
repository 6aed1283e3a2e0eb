import { useEffect, useEffectEvent, useState } from 'react'
import { serverNow } from '@/live'
import { useSecondsLeft } from '@/ui/countdown'

/**
 * Watches flash sales end, by the server's clock. `ends` and `over` are Unix milliseconds: every sale that ended until `over` is over. `left` is
 * the seconds until the next end. `onEnd` is called at each end, from which prices differ.
 */
export function useEnds(ends: readonly number[], onEnd: (over: number) => void): { over: number; left: number | undefined } {
  const [over, setOver] = useState(0)
  const coming = ends.filter((end) => end > over)
  const next = coming.length > 0 ? Math.min(...coming) : undefined
  const left = useSecondsLeft(next, serverNow)
  const end = useEffectEvent(() => {
    const now = serverNow()
    // The seconds may still belong to the sale before.
    if (next === undefined || next > now) return
    setOver(now)
    onEnd(now)
  })
  useEffect(() => {
    if (left !== 0) return
    const timer = setTimeout(() => end(), 0)
    return () => clearTimeout(timer)
  }, [left, next])
  return { over, left }
}
