import { useQuery } from '@tanstack/react-query'
import { Pause, Play } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Bracket, BracketMoment } from '@/api/generated'
import { useLanguage, useTexts } from '@/i18n'
import { formatDays, formatShortDay, formatTime } from '@/i18n/format'
import { Button } from '@/ui/button'
import { cx } from '@/ui/cx'
import { momentsQuery } from '../queries'

interface ScrubProps {
  bracket: Bracket
  /** The time shown; undefined for now. */
  at: string | undefined
  onAt: (at: string | undefined) => void
}

const STEP_MS = 900

/** A slider through time, with a stop for each decision. */
export function Scrub({ bracket, at, onAt }: ScrubProps) {
  const t = useTexts('brackets')
  const { data } = useQuery(momentsQuery(bracket.tournamentId, bracket.stage, bracket.version))
  if (!data) return <div aria-busy="true" className="skeleton h-16" />
  if (data.items.length === 0) return <p className="text-sm text-mute">{t('scrub.none')}</p>
  // The bracket as published, before the first decision.
  const begin = bracket.draw?.publishedAt ?? data.items[0]?.at ?? ''
  return <Stops stops={data.items} begin={begin} at={at} onAt={onAt} />
}

function Stops({ stops, begin, at, onAt }: Omit<ScrubProps, 'bracket'> & { stops: readonly BracketMoment[]; begin: string }) {
  const t = useTexts('brackets')
  const language = useLanguage()
  const [wanted, setPlaying] = useState(false)
  const times = [begin, ...stops.map((stop) => stop.at)]
  // The last stop is now, which keeps changing.
  const now = times.length
  const place = at === undefined ? now : Math.max(0, times.indexOf(at))
  const go = (to: number) => onAt(times[to])
  const playing = wanted && place < now
  useEffect(() => {
    if (!playing) return
    const timer = setTimeout(() => onAt(times[place + 1]), STEP_MS)
    return () => clearTimeout(timer)
  })
  const [first, last] = [Date.parse(begin), Date.parse(stops.at(-1)?.at ?? begin)]
  const x = (time: string) => ((Date.parse(time) - first) / Math.max(1, last - first)) * 100
  const label = at === undefined ? t('scrub.now') : `${formatShortDay(at, language)} ${formatTime(at, false)}`
  return (
    <section
      aria-label={t('scrub.label')}
      className="sticky bottom-(--covered) z-10 flex items-center gap-4 rounded-panel border border-line bg-ground px-4 py-2 max-sm:-mx-4 max-sm:gap-3 max-sm:rounded-none print:hidden"
    >
      <Button
        size="sm"
        aria-label={t(playing ? 'scrub.pause' : 'scrub.play')}
        onClick={() => {
          if (place >= now) go(0)
          setPlaying(!playing)
        }}
      >
        {playing ? <Pause className="size-5" aria-hidden="true" /> : <Play className="size-5" aria-hidden="true" />}
      </Button>
      <p className="w-28 flex-none text-sm leading-6">
        <span className="num block">{t('scrub.label')}</span>
        <span className="block text-mute">{t('scrub.decided', { count: Math.max(0, Math.min(place, stops.length)) })}</span>
      </p>
      <div className="relative min-w-0 flex-1">
        <svg aria-hidden="true" viewBox="0 0 100 12" preserveAspectRatio="none" className="h-4 w-full">
          <path
            d={stops.map((stop) => `M${x(stop.at)} ${stop.matchIds.length > 1 ? 0 : 4}V12`).join('')}
            className="stroke-control"
            strokeWidth={2}
            vectorEffect="non-scaling-stroke"
          />
        </svg>
        <input
          type="range"
          aria-label={t('scrub.label')}
          aria-valuetext={label}
          min={0}
          max={now}
          value={place}
          onChange={({ target }) => {
            setPlaying(false)
            go(Number(target.value))
          }}
          className="block h-6 w-full accent-lime"
        />
        <p className="flex justify-between text-xs text-mute">
          <span>{formatDays(begin, stops.at(-1)?.at ?? begin, language)}</span>
          <span className={cx('num', at === undefined && 'text-lime')}>{label}</span>
        </p>
      </div>
      {at !== undefined && (
        <Button size="sm" className="max-sm:hidden" onClick={() => onAt(undefined)}>
          {t('scrub.back')}
        </Button>
      )}
    </section>
  )
}
