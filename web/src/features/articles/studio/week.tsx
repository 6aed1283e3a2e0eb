import { useContent, useTexts } from '@/i18n'
import { dayOf, mondayOf } from '@/i18n/format'
import { cx } from '@/ui/cx'
import { Tag } from '@/ui/tag'
import { useNow } from '@/features/tournaments/now'
import { Remind } from './remind'
import type { Show } from './schedule'

const DAY_MS = 86_400_000

/** Returns the weekday in Thailand, 1 for Monday. */
const weekdayOf = (now: number) => 1 + Math.round((Date.parse(dayOf(now)) - Date.parse(mondayOf(now))) / DAY_MS)

/** The week's shows by day; today is marked. */
export function Week({ shows }: { shows: readonly Show[] }) {
  const t = useTexts('articles')
  const now = useNow()
  const today = now === undefined ? undefined : weekdayOf(now)
  const days = t('studio.days', { returnObjects: true })
  if (shows.length === 0) return null
  return (
    <section className="flex flex-col gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-xl">{t('studio.schedule')}</h2>
        <p className="text-sm text-mute">{t('studio.zone')}</p>
      </div>
      <ol className="flex flex-col overflow-hidden rounded-panel border border-line">
        {days.map((day, index) => {
          const isToday = today === index + 1
          const own = shows.filter(({ weekday }) => weekday === index + 1)
          return (
            <li
              key={day}
              aria-current={isToday ? 'date' : undefined}
              className={cx(
                'grid gap-x-6 gap-y-1 border-line p-4 not-first:border-t sm:grid-cols-[8.5rem_1fr]',
                isToday ? 'bg-lime-dim' : 'bg-panel',
              )}
            >
              <h3 className={cx('flex items-center gap-2 self-start text-base leading-[2.75rem]', isToday && 'text-lime')}>
                {day}
                {isToday && <Tag tone="lime">{t('studio.today')}</Tag>}
              </h3>
              {own.length === 0 ? (
                <p className="text-sm leading-[2.75rem] text-mute">{t('studio.none')}</p>
              ) : (
                <ul className="flex flex-col gap-4">
                  {own.map((show) => (
                    <ShowLine key={show.id} show={show} />
                  ))}
                </ul>
              )}
            </li>
          )
        })}
      </ol>
    </section>
  )
}

function ShowLine({ show }: { show: Show }) {
  const t = useTexts('articles')
  const content = useContent()
  return (
    <li className="grid grid-cols-[3.5rem_1fr_auto] gap-x-3">
      <span className="num leading-[2.75rem] text-lime">{show.time}</span>
      <div className="min-w-0 pt-2.5">
        <p className="leading-snug font-semibold">{show.title}</p>
        <p className="text-sm text-mute">{show.about}</p>
        <p className="text-sm text-mute">
          {show.game && (
            <>
              <span lang="en">{content(show.game.name)}</span>
              {' · '}
            </>
          )}
          {t('studio.length', { count: show.minutes })} · {t('studio.host', { host: show.host })}
        </p>
      </div>
      <Remind show={show} short />
    </li>
  )
}
