import { useEffect, useState } from 'react'

export const SPEEDS = [1, 4, 16] as const
const STEP_MS = 900

/** Plays so many steps, automatically or step by step. */
export function usePlayer(steps: number) {
  const [at, setAt] = useState(0)
  const [speed, setSpeed] = useState<(typeof SPEEDS)[number]>(1)
  const [wanted, setPlaying] = useState(false)
  const playing = wanted && at < steps
  useEffect(() => {
    if (!playing) return
    const timer = setTimeout(() => setAt((now) => Math.min(now + 1, steps)), STEP_MS / speed)
    return () => clearTimeout(timer)
  }, [playing, at, speed, steps])
  const go = (to: number) => {
    setPlaying(false)
    setAt(Math.max(0, Math.min(steps, to)))
  }
  return {
    at,
    playing,
    speed,
    setSpeed,
    go,
    toggle: () => {
      if (at >= steps) setAt(0)
      setPlaying(!playing)
    },
  }
}
