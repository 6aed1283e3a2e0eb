import type { MatchRoom, RoomPlayer, RoomSide } from '@/api/generated'
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '@/i18n'
import { cx } from '@/ui/cx'
import { TeamLogo } from '@/ui/team-logo'
import { toast } from '@/ui/toast'
import { isInside } from './room'
import { useHere } from './use-room'
import { useMatchLabels } from './labels'

const SIDES = ['home', 'away'] as const

/** The players with their game IDs, and for members of the room whether they are present. */
export function Rosters({ room }: { room: MatchRoom }) {
  const t = useTexts('matches')
  const labels = useMatchLabels()
  const here = useHere(room)
  return (
    <section aria-label={t('rosters.label')} className="flex flex-col gap-5">
      {SIDES.map((side) => {
        const team = room[side]
        return (
          <div key={side} className={cx(side === 'away' && 'border-t border-line pt-5')}>
            <h2 className="mb-2 flex items-center gap-3 text-base">
              <TeamLogo name={labels.name(room, side)} shortName={team?.shortName} logo={team?.logo} size="sm" />
              <span className="min-w-0 break-words">{labels.name(room, side)}</span>
            </h2>
            {team ? (
              <Roster team={team} here={isInside(room) ? here : undefined} />
            ) : (
              <p className="text-sm text-mute">{t('rosters.unknown')}</p>
            )}
          </div>
        )
      })}
    </section>
  )
}

function Roster({ team, here }: { team: RoomSide; here: ReadonlySet<string> | undefined }) {
  return (
    <ul className="flex flex-col">
      {team.players.map((player) => (
        <Player key={player.userId} player={player} isHere={here?.has(String(player.userId))} />
      ))}
    </ul>
  )
}

function Player({ player: { displayName, captain, role, gameId }, isHere }: { player: RoomPlayer; isHere: boolean | undefined }) {
  const t = useTexts('matches')
  return (
    <li className="flex min-h-11 items-center gap-2.5 text-sm">
      {isHere !== undefined && (
        <span
          role="img"
          aria-label={t(isHere ? 'rosters.here' : 'rosters.away')}
          className={cx('size-2 flex-none rounded-full', isHere ? 'bg-lime shadow-[0_0_0_3px_rgb(182_242_58/0.16)]' : 'bg-control')}
        />
      )}
      <span className="min-w-0 flex-1 break-words">
        {displayName}
        {captain && (
          <>
            {' '}
            <span aria-hidden="true">★</span>
            <span className="sr-only">{t('rosters.captain')}</span>
          </>
        )}
        {role === 'substitute' && <span className="text-mute"> · {t('rosters.substitute')}</span>}
      </span>
      {gameId && <GameId id={gameId} name={displayName} />}
    </li>
  )
}

function GameId({ id, name }: { id: string; name: string }) {
  const t = useTexts('matches')
  const [copied, setCopied] = useState(false)
  const Icon = copied ? Check : Copy
  return (
    <button
      type="button"
      aria-label={t('rosters.copy', { name, id })}
      onClick={() =>
        void navigator.clipboard.writeText(id).then(() => {
          setCopied(true)
          setTimeout(() => setCopied(false), 2_000)
          void toast(t('rosters.copied', { id }))
        })
      }
      className="num flex min-h-11 flex-none items-center gap-1.5 text-mute hover:text-text"
    >
      {id}
      <Icon className={cx('size-4', copied && 'text-lime')} aria-hidden="true" />
    </button>
  )
}
