import { useTexts } from '@/i18n'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** How long it still is, in the largest unit that tells it: `2 วัน`, `5 ชม.`, `12 นาที`; never none. */
export function inUnits(ms: number): { count: number; unit: 'days' | 'hours' | 'minutes' } {
  if (ms >= 2 * DAY_MS) return { count: Math.floor(ms / DAY_MS), unit: 'days' }
  if (ms >= HOUR_MS) return { count: Math.floor(ms / HOUR_MS), unit: 'hours' }
  return { count: Math.max(1, Math.ceil(ms / MINUTE_MS)), unit: 'minutes' }
}

export function useInUnits(): (ms: number) => string {
  const t = useTexts('tournaments')
  return (ms) => {
    const { count, unit } = inUnits(ms)
    return t(`left.${unit}`, { count })
  }
}

/** Nearer than that, it is time to hurry. */
export const SOON_MS = DAY_MS
