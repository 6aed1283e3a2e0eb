import type { MatchCalendar, MatchRoom } from '@/api/generated'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { useLanguage, useTexts } from '@/i18n'
import { formatShortDay, formatWeekday, startOfDay } from '@/i18n/format'
import { centre } from '@/ui/centre'
import { cx } from '@/ui/cx'
import { EmptyState } from '@/ui/feedback'
import { OwnTime } from './deadline'
import { type Choice, daysOf, firstDay } from './picker'
import { useNowEvery } from './use-now'
import { useMatchWords } from './words'

interface PickTimeProps {
  room: MatchRoom
  calendar: MatchCalendar | undefined
  at: number | undefined
  /** Where it opens while nothing is chosen */
  near?: number | undefined
  onPick: (at: number) => void
}

/** A day, then an hour of it. What clashes with another match of a side is shown and cannot be taken. */
export function PickTime({ room, calendar, at, near, onPick }: PickTimeProps) {
  const t = useTexts('matches')
  const words = useMatchWords()
  const now = useNowEvery(60_000)
  const days = useMemo(() => daysOf(room, calendar?.busy ?? [], now), [room, calendar, now])
  const [chosen, setChosen] = useState<string>()
  const day = days.find((each) => each.day === chosen) ?? days.find((each) => each.day === firstDay(days, at ?? near))
  if (!day) return <EmptyState>{t('time.noneLeft')}</EmptyState>
  return (
    <div className="flex flex-col gap-4">
      <DayStrip days={days.map((each) => each.day)} chosen={day.day} onChoose={setChosen} />
      <ul aria-label={t('time.hours')} className="grid grid-cols-3 gap-2 xs:grid-cols-4 sm:grid-cols-5">
        {day.choices.map((choice) => (
          <li key={choice.at}>
            <Hour choice={choice} room={room} chosen={choice.at === at} onPick={onPick} />
          </li>
        ))}
      </ul>
      <p className="text-sm text-mute">
        {t('time.zone')} {at !== undefined && <OwnTime at={at} />} · {t('time.window', { at: words.at(room.now.window.closesAt) })}
      </p>
    </div>
  )
}

function DayStrip({ days, chosen, onChoose }: { days: readonly string[]; chosen: string; onChoose: (day: string) => void }) {
  const t = useTexts('matches')
  const language = useLanguage()
  const name = useId()
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => centre(row.current, ':has(:checked)'), [chosen])
  return (
    <div ref={row} role="radiogroup" aria-label={t('time.days')} className="-mx-1.5 flex gap-2 overflow-x-auto px-1.5 py-1">
      {days.map((day) => {
        const start = startOfDay(day) ?? 0
        const checked = day === chosen
        return (
          <label
            key={day}
            className={cx(
              'num relative flex min-h-14 min-w-16 flex-none flex-col items-center justify-center rounded-control px-3 text-sm whitespace-nowrap ring-1 ring-inset has-focus-visible:outline-2 has-focus-visible:outline-lime',
              checked ? 'bg-raise ring-text' : 'text-mute ring-control hover:text-text',
            )}
          >
            <input
              type="radio"
              name={name}
              checked={checked}
              onChange={() => onChoose(day)}
              className="absolute inset-0 size-full cursor-pointer opacity-0"
            />
            <span className="text-xs">{formatWeekday(start, language)}</span>
            {formatShortDay(start, language)}
          </label>
        )
      })}
    </div>
  )
}

interface HourProps {
  choice: Choice
  room: MatchRoom
  chosen: boolean
  onPick: (at: number) => void
}

function Hour({ choice: { at, busy }, room, chosen, onPick }: HourProps) {
  const t = useTexts('matches')
  const words = useMatchWords()
  const reason = busy && (busy.side === room.me.side ? t('time.weBusy') : t('time.busy', { name: words.short(room, busy.side) }))
  return (
    <button
      type="button"
      aria-pressed={chosen}
      aria-disabled={busy ? true : undefined}
      title={busy?.what}
      onClick={() => !busy && onPick(at)}
      className={cx(
        'num flex min-h-12 w-full flex-col items-center justify-center rounded-control px-1 ring-1 ring-inset',
        busy && 'cursor-not-allowed bg-panel text-mute ring-line',
        !busy && (chosen ? 'bg-lime-dim text-lime ring-2 ring-lime' : 'ring-control hover:ring-lime'),
      )}
    >
      {words.time(at)}
      {reason && (
        <span className="max-w-full overflow-x-clip text-[0.6875rem] leading-4 font-normal text-ellipsis whitespace-nowrap text-amber">
          {reason}
        </span>
      )}
    </button>
  )
}
