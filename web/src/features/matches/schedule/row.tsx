import { Link } from '@tanstack/react-router'
import type { ListedMatch, MatchSection, MatchSide, MatchState } from '@/api/generated'
import { hasText, useTexts } from '@/i18n'
import { dayOf } from '@/i18n/format'
import { serverNow } from '@/live'
import { cx } from '@/ui/cx'
import { Tag } from '@/ui/tag'
import { useMatchLabels } from '../labels'

const SIDES = ['home', 'away'] as const

/** States that a section's heading already names. */
const SAID: Partial<Record<MatchSection, MatchState>> = { timed: 'scheduled', untimed: 'ready', waiting: 'locked', over: 'decided' }

/** A match in the list: time, sides, state, and the viewer's next step. */
export function MatchRow({ match }: { match: ListedMatch }) {
  const t = useTexts('matches')
  const labels = useMatchLabels()
  const { state, section, scheduledAt, decidedAt, next } = match
  const overAt = section === 'over' ? (scheduledAt ?? decidedAt) : undefined
  const isTimed = overAt !== undefined || (scheduledAt ?? undefined) !== undefined
  const isLive = state === 'playing'
  const otherDay = section === 'live' && scheduledAt && dayOf(scheduledAt) !== dayOf(serverNow())
  const asked = next && hasText('matches', `asked.${next.code}`) ? t(`asked.${next.code}` as 'asked.report') : undefined
  return (
    <li className={cx('relative grid gap-x-3 border-b border-line py-3 hover:bg-panel', isTimed && 'grid-cols-[3.75rem_minmax(0,1fr)]')}>
      {overAt ? (
        // Finished matches are listed together, whatever their day.
        <p className="num text-sm leading-7 text-mute">{labels.shortDay(overAt)}</p>
      ) : (
        scheduledAt && (
          <p className="num text-lg">
            {labels.time(scheduledAt)}
            {otherDay && <span className="block text-xs text-mute">{labels.shortDay(scheduledAt)}</span>}
          </p>
        )
      )}
      <div className="flex min-w-0 flex-col gap-1">
        <Link to="/esport/match/$id" params={{ id: String(match.id) }} className="flex flex-col after:absolute after:inset-0">
          {SIDES.map((side) => (
            <Line key={side} match={match} side={side} />
          ))}
        </Link>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-mute">
          <span>
            {labels.round(match)} · {labels.match(match.label)} · Bo{match.bestOf}
          </span>
          {SAID[section] !== state && <Tag tone={isLive ? 'lime' : state === 'disputed' ? 'amber' : undefined}>{labels.state(state)}</Tag>}
          {asked && <Tag tone="amber">{asked}</Tag>}
        </p>
      </div>
    </li>
  )
}

function Line({ match, side }: { match: ListedMatch; side: MatchSide }) {
  const labels = useMatchLabels()
  const score = side === 'home' ? match.homeScore : match.awayScore
  const lost = Boolean(match.winner) && match.winner !== side
  return (
    <span className={cx('flex justify-between gap-4', lost && 'text-mute', match.winner === side && 'font-semibold')}>
      <span className="min-w-0 break-words">{match[side]?.name ?? labels.source(match[`${side}From`])}</span>
      {score !== null && score !== undefined && <span className="num flex-none">{score}</span>}
    </span>
  )
}
