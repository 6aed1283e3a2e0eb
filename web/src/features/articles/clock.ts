import { useEffect, useState } from 'react'
import { serverNow } from '@/live'
import { useTexts } from '@/i18n'
import { clockTime } from '@/ui/countdown'
import { daysAndHours, nextChange, type PromotionState, stateAt } from './promotion-state'
import type { Promotion } from './queries'

/** Returns the server's time, every second. Undefined before hydration: the server renders no clock. */
export function useClock(): number | undefined {
  const [now, setNow] = useState<number>()
  useEffect(() => {
    const read = () => setNow(serverNow())
    const first = setTimeout(read, 0)
    const timer = setInterval(read, 1000)
    return () => {
      clearTimeout(first)
      clearInterval(timer)
    }
  }, [])
  return now
}

/** A promotion's state by the server's clock, and the seconds until it changes. */
export function usePromotionClock(promotion: Pick<Promotion, 'state' | 'startsAt' | 'endsAt'>): {
  state: PromotionState
  left: number | undefined
} {
  const now = useClock()
  const state = stateAt(promotion, now)
  const next = nextChange(promotion, state)
  return { state, left: now === undefined || next === undefined ? undefined : Math.max(0, Math.ceil((next - now) / 1000)) }
}

/** Returns the time left: `2 วัน 18 ชม.`, and on the last day a clock. */
export function useTimeLeft(): (seconds: number) => string {
  const t = useTexts('articles')
  return (seconds) => {
    const long = daysAndHours(seconds)
    return long ? t('promotion.daysHours', long) : clockTime(seconds)
  }
}
