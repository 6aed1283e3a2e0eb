import { useEffect, useEffectEvent, useState } from 'react'
import { serverNow } from '@/live'
import { useSecondsLeft } from '@/ui/countdown'

/**
 * Watches flash sales run out, by the server's clock. `ends` and `over` are Unix milliseconds: whatever ended until `over` is over. `left` is
 * the seconds until the next one ends. `onEnd` is called as one does: prices are others from then on.
 */
export function useEnds(ends: readonly number[], onEnd: (over: number) => void): { over: number; left: number | undefined } {
  const [over, setOver] = useState(0)
  const coming = ends.filter((end) => end > over)
  const next = coming.length > 0 ? Math.min(...coming) : undefined
  const left = useSecondsLeft(next, serverNow)
  const end = useEffectEvent(() => {
    const now = serverNow()
    // The seconds may still be those of the one before.
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
