import { useTexts } from '@/i18n'
import { serverNow } from '@/live'

const HOUR_MS = 3_600_000

/** Returns the time until an offer expires: days, then hours. */
export function useTimeLeft(): (expiresAt: string) => string {
  const t = useTexts('teams')
  return (expiresAt) => {
    const hours = Math.floor((Date.parse(expiresAt) - serverNow()) / HOUR_MS)
    if (hours >= 24) return t('left.days', { count: Math.floor(hours / 24) })
    return hours >= 1 ? t('left.hours', { count: hours }) : t('left.soon')
  }
}
