import { type RefObject, useEffect, useState } from 'react'

/** A strip at the screen's edge does not count as seen. */
const SHARE = 0.5

/** Whether the user can see it: the page is in front, and enough of it is in view. */
export function useInSight(ref: RefObject<Element | null>, share = SHARE): boolean {
  const [shown, setShown] = useState(false)
  const [front, setFront] = useState(() => document.visibilityState === 'visible')
  useEffect(() => {
    const changed = () => setFront(document.visibilityState === 'visible')
    document.addEventListener('visibilitychange', changed)
    return () => document.removeEventListener('visibilitychange', changed)
  }, [])
  useEffect(() => {
    const element = ref.current
    if (!element || typeof IntersectionObserver === 'undefined') return
    const observer = new IntersectionObserver(
      (entries) => setShown(entries.at(-1)?.isIntersecting === true && (entries.at(-1)?.intersectionRatio ?? 0) >= share),
      {
        threshold: [0, share],
      },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref, share])
  return shown && front
}
