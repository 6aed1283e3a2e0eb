import { useTexts } from '@/i18n'

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** Returns a duration in its two largest units: `4 min 10 s`. */
export function useDuration(): (seconds: number) => string {
  const t = useTexts('consoleOrders')
  return (seconds) => {
    const largest = UNITS.findIndex(([, size]) => seconds >= size)
    if (largest < 0) return t('duration.second', { count: 0 })
    let left = Math.floor(seconds)
    return UNITS.slice(largest, largest + 2)
      .map(([unit, size]) => {
        const count = Math.floor(left / size)
        left -= count * size
        return count > 0 ? t(`duration.${unit}`, { count }) : ''
      })
      .filter(Boolean)
      .join('\u00A0')
  }
}
