import type { MatchCalendar, MatchRoom } from '@/api/generated'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { useLanguage, useTexts } from '@/i18n'
import { formatShortDay, formatWeekday, startOfDay } from '@/i18n/format'
import { centre } from '@/ui/centre'
import { cx } from '@/ui/cx'
import { EmptyState } from '@/ui/feedback'
import { ReadHow } from '@/ui/read-how'
import { AskPromoter } from './ask-promoter'
import { OwnTime } from './deadline'
import { ExactTime } from './exact-time'
import { allDaysOf, type Choice, daysOf, firstDay, isReachable, type PickDay } from './picker'
import { useNowEvery } from './use-now'
import { useMatchLabels } from './labels'

interface PickTimeProps {
  room: MatchRoom
  calendar: MatchCalendar | undefined
  at: number | undefined
  /** Initial day while nothing is chosen */
  near?: number | undefined
  onPick: (at: number) => void
}

/** A day, then an hour of it, as the sides may choose. Times that clash with another match of a side are shown but disabled. */
export function PickTime({ room, calendar, at, near, onPick }: PickTimeProps) {
  const t = useTexts('matches')
  const labels = useMatchLabels()
  const now = useNowEvery(60_000)
  const days = useMemo(() => daysOf(room, calendar?.busy ?? [], now), [room, calendar, now])
  const [day, choose] = useDay(days, at ?? near)
  if (!day) {
    return (
      <EmptyState action={room.me.side && <AskPromoter room={room} />}>
        {t('time.noneLeft')} <ReadHow code="match_times" />
      </EmptyState>
    )
  }
  return (
    <div className="flex flex-col gap-4">
      <DayStrip days={days.map((each) => each.day)} chosen={day.day} onChoose={choose} />
      <Hours label={t('time.hours')} choices={day.choices} room={room} at={at} onPick={onPick} />
      <p className="text-sm text-mute">
        {t('time.zone')} {at !== undefined && <OwnTime at={at} />} · {t('time.window', { at: labels.at(room.now.window.closesAt) })}
      </p>
    </div>
  )
}

interface PickAnyTimeProps extends Omit<PickTimeProps, 'onPick'> {
  /** Called with undefined if the typed text is not a time. */
  onPick: (at: number | undefined) => void
  /** The user tried to continue without a valid time. */
  lacks: boolean
}

/** For staff: all hours of the next days, with those outside the round marked, and any other minute by date and time. */
export function PickAnyTime({ room, calendar, at, near, onPick, lacks }: PickAnyTimeProps) {
  const t = useTexts('matches')
  const now = useNowEvery(60_000)
  const days = useMemo(() => allDaysOf(room, calendar?.busy ?? [], now), [room, calendar, now])
  const [day, choose] = useDay(days, at ?? near)
  const inside = day?.choices.filter(({ outside }) => !outside) ?? []
  const outside = day?.choices.filter((choice) => choice.outside) ?? []
  const wrong = at === undefined ? (lacks ? t('time.choose') : undefined) : isReachable(at, now) ? undefined : t('time.outOfReach')
  return (
    <div className="flex flex-col gap-4">
      {day && <DayStrip days={days.map((each) => each.day)} chosen={day.day} onChoose={choose} />}
      {inside.length > 0 && <Hours label={t('time.hours')} choices={inside} room={room} at={at} onPick={onPick} />}
      <ExactTime at={at} now={now} onPick={onPick} wrong={wrong} />
      {outside.length > 0 && (
        <details
          // Keyed by day, so that it is open if there is nothing else.
          key={day?.day}
          open={inside.length === 0 || outside.some((choice) => choice.at === at)}
        >
          <summary className="min-h-11 cursor-pointer py-2.5 text-sm text-amber">{t('time.outside')}</summary>
          <Hours label={t('time.outside')} choices={outside} room={room} at={at} onPick={onPick} />
        </details>
      )}
    </div>
  )
}

/** The shown day: the chosen one, else the picker's initial one. */
function useDay(days: readonly PickDay[], at: number | undefined) {
  const [chosen, setChosen] = useState<string>()
  const day = days.find((each) => each.day === chosen) ?? days.find((each) => each.day === firstDay(days, at))
  return [day, setChosen] as const
}

interface HoursProps {
  label: string
  choices: readonly Choice[]
  room: MatchRoom
  at: number | undefined
  onPick: (at: number) => void
}

function Hours({ label, choices, room, at, onPick }: HoursProps) {
  return (
    <ul aria-label={label} className="grid grid-cols-3 gap-2 xs:grid-cols-4 sm:grid-cols-5">
      {choices.map((choice) => (
        <li key={choice.at}>
          <Hour choice={choice} room={room} chosen={choice.at === at} onPick={onPick} />
        </li>
      ))}
    </ul>
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
  const labels = useMatchLabels()
  const reason = busy && (busy.side === room.me.side ? t('time.weBusy') : t('time.busy', { name: labels.short(room, busy.side) }))
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
      {labels.time(at)}
      {reason && (
        <span className="max-w-full overflow-x-clip text-[0.6875rem] leading-4 font-normal text-ellipsis whitespace-nowrap text-amber">
          {reason}
        </span>
      )}
    </button>
  )
}
