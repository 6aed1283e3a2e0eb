import { useEffect, useState } from 'react'

/** Returns the seconds left until `until` (Unix ms), by the given clock; counts every second, never below 0. */
export function useSecondsLeft(until: number | undefined, now: () => number): number | undefined {
  const [left, setLeft] = useState<number>()
  useEffect(() => {
    if (until === undefined) return
    const read = () => setLeft(Math.max(0, Math.ceil((until - now()) / 1000)))
    const first = setTimeout(read, 0)
    const timer = setInterval(read, 1000)
    return () => {
      clearTimeout(first)
      clearInterval(timer)
    }
  }, [until, now])
  return until === undefined ? undefined : left
}

/** 65 → `01:05`, 3725 → `01:02:05`. */
export function clockTime(seconds: number): string {
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60]
  if (seconds >= 3600) parts.unshift(Math.floor(seconds / 3600))
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}

/** Whether a screen reader should announce this second: at 5 minutes, 1 minute and 10 seconds. */
export function isSpoken(seconds: number): boolean {
  return seconds === 300 || seconds === 60 || seconds === 10
}
