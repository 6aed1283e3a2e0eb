import { useTexts } from '@/i18n'
import { clockTime } from '@/ui/countdown'

const DAY = 86_400

/** Returns the time left: `2 วัน 18 ชม.`, and on the last day a clock. */
export function useLeft(): (seconds: number) => string {
  const t = useTexts('home')
  return (seconds) => {
    if (seconds < DAY) return clockTime(seconds)
    return t('daysHours', { days: Math.floor(seconds / DAY), hours: Math.floor((seconds % DAY) / 3600) })
  }
}
