import { useEffect, useState } from 'react'

/** Returns the typed text once typing has paused for a moment. */
export function usePause(typed: string, ms = 250): string {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), ms)
    return () => clearTimeout(timer)
  }, [typed, ms])
  return settled
}
