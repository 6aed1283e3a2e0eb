import { useEffect, useState } from 'react'

/** Least time that a sign of loading stays; where nobody has pressed anything, it also comes no sooner. */
const LEAST_MS = 200

/** Stays true for at least 200 ms, so that a quick answer does not make a spinner flicker. */
export function useHeld(busy: boolean): boolean {
  const [was, setWas] = useState(false)
  const [isNew, setIsNew] = useState(false)
  if (busy !== was) {
    setWas(busy)
    if (busy) setIsNew(true)
  }
  useEffect(() => {
    if (!isNew) return
    const timer = setTimeout(setIsNew, LEAST_MS, false)
    return () => clearTimeout(timer)
  }, [isNew])
  return busy || isNew
}

/** True from 200 ms on, and then for at least 200 ms. */
export function useLate(busy: boolean): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!busy) return
    const timer = setTimeout(setLate, LEAST_MS, true)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [busy])
  return useHeld(busy && late)
}
