import { useContent, useLanguage, useTexts } from '@/i18n'
import { formatDay, formatTime } from '@/i18n/format'
import { Tag } from '@/ui/tag'
import { useClock, useTimeLeft } from '../clock'
import { Remind } from './remind'
import { type Broadcast, firstShow, type Show } from './schedule'

/** The show that is on or comes next. Its place is kept until the clock is known. */
export function NextShow({ shows }: { shows: readonly Show[] }) {
  const now = useClock()
  const first = now === undefined ? undefined : firstShow(shows, now)
  if (shows.length === 0) return null
  if (!first || now === undefined) return <div aria-busy="true" className="skeleton min-h-56" />
  return <Shown show={first.show} broadcast={first} now={now} />
}

function Shown({ show, broadcast, now }: { show: Show; broadcast: Broadcast; now: number }) {
  const t = useTexts('articles')
  const content = useContent()
  const language = useLanguage()
  const left = useTimeLeft()
  const { startsAt, endsAt } = broadcast
  const isOn = startsAt <= now
  return (
    <section
      aria-label={t('studio.next')}
      className="flex min-h-56 flex-col items-start gap-3 rounded-panel border border-lime/40 bg-lime-dim p-5 sm:p-7"
    >
      <div className="flex flex-wrap items-center gap-3">
        <p className="text-sm text-mute">{t(isOn ? 'studio.onAir' : 'studio.next')}</p>
        <Tag tone="lime">
          {isOn
            ? t('studio.until', { time: formatTime(endsAt, false) })
            : t('studio.beginsIn', { time: left(Math.ceil((startsAt - now) / 1000)) })}
        </Tag>
      </div>
      <h2 className="text-2xl">{show.title}</h2>
      <p className="num">
        {formatDay(startsAt, language)} {formatTime(startsAt, false)}
        {language === 'th' && ' น.'}
      </p>
      <p className="max-w-[60ch] text-mute">{show.about}</p>
      <div className="mt-auto flex w-full flex-wrap items-center justify-between gap-x-6 gap-y-3 pt-1">
        <p className="text-sm text-mute">
          {t('studio.host', { host: show.host })}
          {show.game && (
            <>
              {' · '}
              <span lang="en">{content(show.game.name)}</span>
            </>
          )}
        </p>
        {!isOn && <Remind show={show} />}
      </div>
    </section>
  )
}
