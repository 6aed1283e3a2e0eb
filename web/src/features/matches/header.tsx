import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import type { MatchRoom, MatchSide } from '@/api/generated'
import { useTexts } from '@/i18n'
import { ConnectionMark } from '@/live/connection-mark'
import { cx } from '@/ui/cx'
import { Tag } from '@/ui/tag'
import { TeamLogo } from '@/ui/team-logo'
import { isInside } from './room'
import { useHere } from './use-room'
import { useMatchLabels } from './labels'

const SIDES = ['home', 'away'] as const

/** The two sides, the round, and the state of the match. */
export function RoomHeader({ room }: { room: MatchRoom }) {
  const t = useTexts('matches')
  const labels = useMatchLabels()
  const { result } = room.now
  const hasScore = result?.homeScore !== null && result?.homeScore !== undefined
  return (
    <header className="flex flex-col gap-3">
      <Link
        to="/esport/tournament/$id/bracket"
        params={{ id: String(room.tournament.id) }}
        search={{ stage: room.stage }}
        className="-mt-4 -mb-2 flex min-h-11 items-center gap-2 self-start text-sm text-mute hover:text-text"
      >
        <ArrowLeft className="size-4 flex-none" aria-hidden="true" />
        {room.tournament.name}
      </Link>
      <h1 className="sr-only">
        {t('said', { home: labels.name(room, 'home'), away: labels.name(room, 'away'), round: labels.round(room) })}
      </h1>
      <p aria-hidden="true" className="num flex items-center justify-center gap-2.5 md:hidden">
        <ShortSide room={room} side="home" />
        <span className={hasScore ? 'text-2xl whitespace-nowrap' : 'text-mute'}>
          {hasScore ? `${result.homeScore}–${result.awayScore}` : t('versusShort')}
        </span>
        <ShortSide room={room} side="away" />
      </p>
      <div aria-hidden="true" className="flex flex-col gap-2 max-md:hidden">
        {SIDES.map((side) => {
          const team = room[side]
          const lost = result?.winner && result.winner !== side
          return (
            <p key={side} className={cx('flex items-center gap-3', lost && 'text-mute')}>
              <TeamLogo name={labels.name(room, side)} shortName={team?.shortName} logo={team?.logo} />
              <span className="num min-w-0 flex-1 text-lg leading-snug break-words">{labels.name(room, side)}</span>
              {hasScore && <span className="num text-3xl">{side === 'home' ? result.homeScore : result.awayScore}</span>}
            </p>
          )
        })}
      </div>
      <p className="flex flex-wrap gap-2 max-md:hidden">
        <StateTags room={room} />
      </p>
    </header>
  )
}

function ShortSide({ room, side }: { room: MatchRoom; side: MatchSide }) {
  const labels = useMatchLabels()
  const lost = room.now.result?.winner && room.now.result.winner !== side
  return (
    <span className={cx('flex min-w-0 flex-1 items-center gap-2', side === 'home' && 'flex-row-reverse text-right', lost && 'text-mute')}>
      <TeamLogo name={labels.name(room, side)} shortName={room[side]?.shortName} logo={room[side]?.logo} size="sm" />
      <span className="line-clamp-2 min-w-0 leading-snug break-words">{labels.short(room, side)}</span>
    </span>
  )
}

function StateTags({ room }: { room: MatchRoom }) {
  const labels = useMatchLabels()
  const { state } = room.now
  return (
    <>
      <Tag tone={state === 'playing' ? 'lime' : state === 'disputed' ? 'amber' : undefined}>{labels.state(state)}</Tag>
      <Tag>
        {labels.round(room)} · Bo{room.bestOf}
      </Tag>
      {room.label && <Tag>{labels.match(room.label)}</Tag>}
    </>
  )
}

/** Whether the page is current, and how many users are present; the latter only for members of the room. */
export function LiveLine({ room }: { room: MatchRoom }) {
  const t = useTexts('matches')
  const here = useHere(room)
  return (
    <div className="flex flex-col gap-2">
      <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 pl-1 text-sm">
        <span className="flex flex-wrap items-center gap-x-2">
          <ConnectionMark />
          {isInside(room) && here && here.size > 0 && <span className="text-mute">· {t('here', { count: here.size })}</span>}
        </span>
        <span className="text-mute">{t('time.zone')}</span>
      </p>
      <p className="flex flex-wrap items-center gap-2 md:hidden">
        <StateTags room={room} />
      </p>
    </div>
  )
}
