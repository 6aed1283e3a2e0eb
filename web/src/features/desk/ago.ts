import { useEffect, useState } from 'react'
import { useTexts } from '@/i18n'

/** Returns the time passed, in the largest unit that fits: minutes, hours, days. */
export function useAgo(): (at: string) => string {
  const t = useTexts('desk')
  const now = useMinute()
  return (at) => {
    const minutes = Math.max(0, Math.floor((now - Date.parse(at)) / 60_000))
    if (minutes < 60) return t('ago.minutes', { count: minutes })
    if (minutes < 60 * 24) return t('ago.hours', { count: Math.floor(minutes / 60) })
    return t('ago.days', { count: Math.floor(minutes / 60 / 24) })
  }
}

/** The current time, updated every half minute. */
function useMinute(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
