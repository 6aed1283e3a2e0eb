import { useLanguage, useTexts } from '@/i18n'
import { formatDate, formatTime } from '@/i18n/format'
import { serverNow } from '@/live'
import { clockTime, isSpoken, useSecondsLeft } from '@/ui/countdown'
import { cx } from '@/ui/cx'

const DAY_S = 24 * 3600

/** The time left, by the server's clock: days and hours, and within a day by the second. Its place is kept until the clock is known. */
export function Countdown({ until, className }: { until: string; className?: string }) {
  const t = useTexts('tournaments')
  const left = useSecondsLeft(Date.parse(until), serverNow)
  const days = Math.floor((left ?? 0) / DAY_S)
  return (
    <span role="timer" className={cx('inline-flex items-baseline gap-1.5 whitespace-nowrap', className)}>
      {left === undefined ? (
        <span className="invisible num">00:00:00</span>
      ) : days >= 1 ? (
        <>
          <span className="num">{days}</span>
          <span className="text-[0.55em] text-mute">{t('left.day')}</span>
          <span className="num">{Math.floor((left % DAY_S) / 3600)}</span>
          <span className="text-[0.55em] text-mute">{t('left.hour')}</span>
        </>
      ) : (
        <span className="num">{clockTime(left)}</span>
      )}
      <span aria-live="polite" className="sr-only">
        {left !== undefined && isSpoken(left) && clockTime(left)}
      </span>
    </span>
  )
}

/** A moment in Bangkok's time, which is named, so that nobody has to guess the zone. */
export function Moment({ at, zone = true }: { at: string; zone?: boolean }) {
  const t = useTexts('tournaments')
  const language = useLanguage()
  return (
    <time dateTime={at}>
      <span className="whitespace-nowrap">{formatDate(at, language)}</span>{' '}
      <span className="whitespace-nowrap">
        {formatTime(at, false)}
        {language === 'th' && ' น.'}
      </span>
      {zone && <> {t('zone')}</>}
    </time>
  )
}
