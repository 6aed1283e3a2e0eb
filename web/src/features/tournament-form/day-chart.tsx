import { useLanguage, useTexts } from '@/i18n'
import { formatDay } from '@/i18n/format'
import { cx } from '@/ui/cx'
import { useBarName } from './round-name'
import type { Day, Round, Sitting } from './simulate'

/** Beyond this many, days in the middle are left out. */
const MOST_DAYS = 7

/** Percent of the line; a narrower bar has room for a number only. */
const NARROW = 17

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60) % 24).padStart(2, '0')}:${String(Math.round(minutes) % 60).padStart(2, '0')}`

/** The days as bars, with the matches of each and its end. */
export function DayChart({ days }: { days: readonly Day[] }) {
  const t = useTexts('tournamentForm')
  if (days.length === 0) return null
  const from = Math.floor(Math.min(...days.map(({ sittings }) => sittings[0]?.from ?? 0)) / 60)
  const to = Math.max(from + 4, Math.ceil(Math.max(...days.map(({ sittings }) => sittings.at(-1)?.to ?? 0)) / 60))
  const left = days.length - MOST_DAYS
  const shown = left > 0 ? [...days.slice(0, MOST_DAYS - 1), ...days.slice(-1)] : days
  const step = Math.max(1, Math.ceil((to - from) / 6))
  const hours = Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => from + index * step)
  return (
    <div>
      <div aria-hidden="true" className="num ml-20 flex h-5 text-[11px] text-mute">
        <div className="relative mr-3 flex-1">
          {hours.map((hour) => (
            <span
              key={hour}
              className="absolute -translate-x-1/2 whitespace-nowrap"
              style={{ left: `${((hour - from) / (to - from)) * 100}%` }}
            >
              {hour % 24}
            </span>
          ))}
        </div>
      </div>
      <ol aria-label={t('sim.chart')} className="flex flex-col gap-1.5">
        {shown.map((day, index) => (
          <li key={day.number} className="contents">
            {left > 0 && index === shown.length - 1 && (
              <p className="py-1 pl-20 text-xs text-mute">{t('sim.daysBetween', { count: left })}</p>
            )}
            <DayRow day={day} from={from} to={to} hours={hours} />
          </li>
        ))}
      </ol>
    </div>
  )
}

interface Scale {
  from: number
  to: number
}

function DayRow({ day, from, to, hours }: { day: Day; hours: readonly number[] } & Scale) {
  const t = useTexts('tournamentForm')
  const language = useLanguage()
  const name = useBarName()
  const lines = Math.max(1, ...day.sittings.map(({ rounds }) => rounds.length))
  const last = day.sittings.at(-1)?.to ?? 0
  const told = day.sittings.map(({ rounds, from }) => `${clock(from)} ${rounds.map(name).join(', ')}`).join('; ')
  return (
    <div className="flex items-stretch">
      <p className="w-20 flex-none pr-2 text-xs leading-snug">
        <span className="num block">{day.at > 0 ? formatDay(day.at, language) : t('sim.day', { number: day.number })}</span>
        <span className="text-mute">{t('sim.until', { time: clock(last) })}</span>
        <span className="sr-only">{told}</span>
      </p>
      <div aria-hidden="true" className="relative mr-3 min-h-10 flex-1" style={{ height: `${lines * 1.5 + 0.5}rem` }}>
        {hours.map((hour) => (
          <span
            key={hour}
            className="absolute inset-y-0 border-l border-line"
            style={{ left: `${((hour - from) / (to - from)) * 100}%` }}
          />
        ))}
        {day.sittings.map((sitting) => (
          <Bars key={sitting.from} sitting={sitting} from={from} to={to} lines={lines} />
        ))}
      </div>
    </div>
  )
}

function Bars({ sitting, from, to, lines }: { sitting: Sitting; lines: number } & Scale) {
  const name = useBarName()
  const percent = (minutes: number) => (minutes / ((to - from) * 60)) * 100
  const place = (round: Round, index: number) => {
    const alone = sitting.rounds.length === 1
    return {
      left: `${percent(sitting.from - from * 60)}%`,
      width: `${percent(round.minutes)}%`,
      top: `calc(0.25rem + ${alone ? 0 : (index * 100) / lines}%)`,
      height: alone ? 'calc(100% - 0.5rem)' : `calc(${100 / lines}% - 0.375rem)`,
    }
  }
  return sitting.rounds.map((round, index) => (
    <span
      key={round.part}
      style={place(round, index)}
      className={cx(
        'num absolute flex items-center overflow-hidden rounded-sm px-1 text-[11px] leading-none whitespace-nowrap',
        round.part === 'final' ? 'bg-text text-ink' : round.part === 'lower' ? 'bg-raise ring-1 ring-line ring-inset' : 'bg-[#2a362f]',
      )}
    >
      {percent(round.minutes) < NARROW ? round.matches : name(round)}
    </span>
  ))
}
