import { useEffect, useState } from 'react'

const isBackForward = () =>
  (performance.getEntriesByType?.('navigation') as PerformanceNavigationTiming[] | undefined)?.[0]?.type === 'back_forward'

/** Returns true once the user has come back to this page, perhaps from the bank: to the tab, or by Back. */
export function useCameBack(): boolean {
  const [back, setBack] = useState(isBackForward)
  useEffect(() => {
    const seen = () => {
      if (!document.hidden) setBack(true)
    }
    const shown = ({ persisted }: PageTransitionEvent) => {
      if (persisted) setBack(true)
    }
    document.addEventListener('visibilitychange', seen)
    window.addEventListener('pageshow', shown)
    return () => {
      document.removeEventListener('visibilitychange', seen)
      window.removeEventListener('pageshow', shown)
    }
  }, [])
  return back
}
