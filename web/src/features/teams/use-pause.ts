import { useEffect, useState } from 'react'

/** What is typed, once somebody has stopped typing for a moment. */
export function usePause(typed: string, ms = 250): string {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), ms)
    return () => clearTimeout(timer)
  }, [typed, ms])
  return settled
}
