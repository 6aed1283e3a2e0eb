import { useEffect, useState } from 'react'

const EACH_MS = 14_000

/** Rotates through the scenes; it advances by itself unless it is held. */
export function useRotation(scenes: number) {
  const [at, setAt] = useState(0)
  const [held, setHeld] = useState(false)
  const shown = scenes > 0 ? at % scenes : 0
  useEffect(() => {
    if (held || scenes < 2) return
    const timer = setTimeout(() => setAt(shown + 1), EACH_MS)
    return () => clearTimeout(timer)
  }, [held, scenes, shown])
  const step = (by: number) => setAt((shown + by + scenes) % Math.max(1, scenes))
  return { shown, held, hold: () => setHeld(!held), step }
}
