import type { MatchNow } from '@/api/generated'
import { useTexts } from '@/i18n'
import { otherwise } from './next'
import { useMatchWords } from './words'

/** What becomes of the time if nobody answers, or agrees; always in sight while that may happen. */
export function Deadline({ now, className }: { now: MatchNow; className?: string }) {
  const t = useTexts('matches')
  const words = useMatchWords()
  const ends = otherwise(now)
  if (!ends) return null
  const { key, ...times } = ends
  const said = Object.fromEntries(Object.entries(times).map(([name, at]) => [name, words.at(at)]))
  // The one that is next: by when somebody has to have done something.
  const next = 'expires' in ends ? ends.expires : ends.by
  const own = words.own(next)
  return (
    <p className={className}>
      {t(`otherwise.${key}`, said)} {own && <span className="block text-xs">{t('time.ownOf', { at: words.at(next), own })}</span>}
    </p>
  )
}

/** The same moment by the clock of who looks, where it is not Bangkok's. */
export function OwnTime({ at }: { at: string | number }) {
  const t = useTexts('matches')
  const own = useMatchWords().own(at)
  return own ? <>{t('time.own', { at: own })}</> : null
}
