import { useEffect, useRef, useState } from 'react'

/** Returns the text, but changes it at most once in this time: a screen reader must be able to finish. */
export function useSeldom(text: string, everyMs: number): string {
  const [spoken, setSpoken] = useState(text)
  const last = useRef(0)
  useEffect(() => {
    if (text === spoken) return
    const wait = Math.max(0, last.current + everyMs - Date.now())
    const timer = setTimeout(() => {
      last.current = Date.now()
      setSpoken(text)
    }, wait)
    return () => clearTimeout(timer)
  }, [text, spoken, everyMs])
  return spoken
}
