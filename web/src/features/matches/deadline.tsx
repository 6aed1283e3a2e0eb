import type { MatchNow } from '@/api/generated'
import { useTexts } from '@/i18n'
import { otherwise } from './next'
import { useMatchLabels } from './labels'

/** Says what happens to the time if nobody answers; in view for as long as that may happen. */
export function Deadline({ now, className }: { now: MatchNow; className?: string }) {
  const t = useTexts('matches')
  const labels = useMatchLabels()
  const ends = otherwise(now)
  if (!ends) return null
  const { key, ...times } = ends
  const said = Object.fromEntries(Object.entries(times).map(([name, at]) => [name, labels.at(at).replaceAll(' ', '\u00a0')]))
  // Each moment once, in order.
  const moments = [...new Set(Object.values(times).map((at) => Date.parse(at)))].toSorted((one, other) => one - other)
  return (
    <p className={className}>
      {t(`otherwise.${key}`, said)}{' '}
      {moments.map((at) => {
        const own = labels.own(at)
        return (
          own && (
            <span key={at} className="block text-xs">
              {t('time.ownOf', { at: labels.at(at), own })}
            </span>
          )
        )
      })}
    </p>
  )
}

/** The same moment in the viewer's time zone, if that is not Bangkok's. */
export function OwnTime({ at }: { at: string | number }) {
  const t = useTexts('matches')
  const own = useMatchLabels().own(at)
  return own ? <>{t('time.own', { at: own })}</> : null
}
