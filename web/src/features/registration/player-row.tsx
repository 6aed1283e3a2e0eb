import type { EsportGame, PlayerLack } from '@/api/generated'
import { enteredPlayerLimits } from '@/api/limits.gen'
import { Link } from '@tanstack/react-router'
import { Bell, ChevronDown, Star } from 'lucide-react'
import { useState } from 'react'
import { useContent, useTexts } from '@/i18n'
import { Avatar } from '@/ui/avatar'
import { Button } from '@/ui/button'
import { Check } from '@/ui/check'
import { cx } from '@/ui/cx'
import { TextField } from '@/ui/field'
import { useLackLabels } from './lack-labels'
import { type Candidate, type RosterPlayer, fitsPattern } from './roster'

export interface PlayerRowProps {
  player: Candidate
  chosen: RosterPlayer | undefined
  lacks: readonly PlayerLack[]
  me: boolean
  /** The server's refusal of the player. */
  problem?: string | undefined
  game: EsportGame
  /** Nothing is chosen in a tournament for single players. */
  single?: boolean
  /** Room for one more main player, for one more substitute. */
  room: { main: boolean; substitute: boolean }
  onToggle: () => void
  onRole: (role: RosterPlayer['role']) => void
  onGameId: (gameId: string) => void
  onRemind?: (() => void) | undefined
  reminding?: boolean
}

const DAY_MS = 24 * 3600_000

export const wasReminded = (at: string | null | undefined) => at !== null && at !== undefined && Date.now() - Date.parse(at) < DAY_MS

/** A possible player: tapped in or out, with their missing items and the remedy. */
export function PlayerRow(props: PlayerRowProps) {
  const { player, chosen, lacks, me, single = false, room, onToggle } = props
  const t = useTexts('registration')
  const needsId = chosen !== undefined && !fitsPattern(chosen.gameId, props.game.idPattern)
  const [wanted, setWanted] = useState<boolean>()
  const [typing, setTyping] = useState(false)
  const open = wanted ?? (needsId || typing)
  const full = !chosen && !room.main && !room.substitute
  const disabled = player.refusal != null || full
  const details = `player-${player.userId}`
  const name = (
    <span className="min-w-0 flex-1">
      <span className={cx('flex flex-wrap items-center gap-x-2', chosen ? 'font-semibold' : 'text-mute')}>
        {player.displayName}
        {player.captain && !single && <Star className="size-4 fill-current text-mute" role="img" aria-label={t('captain')} />}
        {me && <span className="text-sm font-normal text-mute">{t('you')}</span>}
      </span>
      <Standing {...props} full={full} />
    </span>
  )
  return (
    <div role="group" aria-label={player.displayName} className="border-b border-line py-2 last:border-0" id={`row-${player.userId}`}>
      <div className="flex items-center gap-2">
        {single ? (
          <div className="flex min-h-14 min-w-0 flex-1 items-center gap-3">
            <Avatar name={player.displayName} picture={player.picture} />
            {name}
          </div>
        ) : (
          <label className={cx('flex min-h-14 min-w-0 flex-1 items-center gap-3', disabled && 'cursor-not-allowed!')}>
            <Check checked={chosen !== undefined} disabled={disabled && !chosen} onChange={onToggle} />
            <Avatar name={player.displayName} picture={player.picture} />
            {name}
          </label>
        )}
        {chosen && lacks.length > 0 && !me && <Reminder {...props} />}
        {(chosen || player.refusal) && (
          <button
            type="button"
            aria-expanded={open}
            aria-controls={details}
            aria-label={t('who.more', { name: player.displayName })}
            onClick={() => setWanted(!open)}
            className="grid size-11 flex-none place-items-center rounded-control text-mute hover:bg-raise hover:text-text"
          >
            <ChevronDown className={cx('size-5 transition-transform', open && 'rotate-180')} aria-hidden="true" />
          </button>
        )}
      </div>
      {open && (
        <div id={details} className="mt-1 mb-3 flex flex-col gap-4 pl-9 max-xs:pl-0" onFocus={() => setTyping(true)}>
          {chosen && <GameId {...props} chosen={chosen} />}
          {chosen && !single && <RoleChoice {...props} chosen={chosen} />}
          <Reasons {...props} />
        </div>
      )}
    </div>
  )
}

/** Below the name: the game ID, the missing items in amber, or in red why they cannot play. */
function Standing({ player, chosen, lacks, problem, game, full }: PlayerRowProps & { full: boolean }) {
  const t = useTexts('registration')
  const content = useContent()
  const words = useLackLabels(game)
  if (player.refusal) return <span className="block text-sm text-red">{player.refusal.message}</span>
  if (problem)
    return (
      <span role="alert" className="block text-sm text-red">
        {problem}
      </span>
    )
  if (chosen && lacks.length > 0) return <span className="block text-sm text-amber">{words(lacks)}</span>
  const gameId = chosen?.gameId ?? player.gameId
  if (gameId)
    return (
      <span className="block text-sm text-mute">
        {content(game.name)} <span className="num">{gameId}</span>
      </span>
    )
  return full ? <span className="block text-sm text-mute">{t('who.full')}</span> : null
}

function Reminder({ player, onRemind, reminding = false }: PlayerRowProps) {
  const t = useTexts('registration')
  if (wasReminded(player.remindedAt)) return <span className="flex-none text-sm text-mute">{t('who.reminded')}</span>
  if (!onRemind) return null
  return (
    <Button size="sm" busy={reminding} onClick={onRemind} aria-label={t('who.remindOf', { name: player.displayName })}>
      <Bell className="size-4" aria-hidden="true" />
      {t('who.remind')}
    </Button>
  )
}

function GameId({ player, chosen, game, onGameId }: PlayerRowProps & { chosen: RosterPlayer }) {
  const t = useTexts('registration')
  const content = useContent()
  const [left, setLeft] = useState(false)
  const wrong = left && chosen.gameId.trim() !== '' && !fitsPattern(chosen.gameId, game.idPattern)
  return (
    <TextField
      id={`game-id-${player.userId}`}
      label={t('who.gameId', { label: content(game.idLabel), game: content(game.name) })}
      hint={t('who.gameIdHint', { hint: content(game.idHint), example: game.idExample })}
      error={wrong ? t('who.gameIdWrong', { example: game.idExample }) : undefined}
      value={chosen.gameId}
      maxLength={enteredPlayerLimits.gameId}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      onChange={(event) => onGameId(event.target.value)}
      onBlur={() => setLeft(true)}
    />
  )
}

/** Main player or substitute. */
function RoleChoice({ player, chosen, room, onRole }: PlayerRowProps & { chosen: RosterPlayer }) {
  const t = useTexts('registration')
  return (
    <fieldset>
      <legend className="num mb-1.5">{t('who.role')}</legend>
      <div className="grid grid-cols-2 gap-2">
        {(['main', 'substitute'] as const).map((role) => {
          const checked = chosen.role === role
          const closed = !checked && !room[role]
          return (
            <label
              key={role}
              className={cx(
                'relative flex min-h-12 flex-col items-center justify-center rounded-control px-3 py-1 text-center ring-1 ring-inset has-focus-visible:outline-2 has-focus-visible:outline-lime',
                checked ? 'bg-lime-dim/50 ring-lime' : 'ring-control',
                closed ? 'cursor-not-allowed! text-mute' : 'hover:ring-lime',
              )}
            >
              <input
                type="radio"
                name={`role-${player.userId}`}
                checked={checked}
                disabled={closed}
                onChange={() => onRole(role)}
                className="absolute inset-0 size-full cursor-[inherit] opacity-0"
              />
              {t(`role.${role}`)}
              {closed && <span className="text-xs">{t('who.roleFull')}</span>}
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}

/** All obstacles of a player, each with a link to the page that fixes it if it is the user's own. */
function Reasons({ player, chosen, lacks, me }: PlayerRowProps) {
  const t = useTexts('registration')
  // The game ID of a chosen player is typed just above.
  const others = chosen ? lacks.filter(({ what }) => what !== 'game_id') : lacks
  const reasons = [...(player.refusal ? [player.refusal] : []), ...others]
  if (reasons.length === 0) return null
  return (
    <ul className="flex flex-col gap-1 text-sm">
      {reasons.map((reason) => (
        <li key={`${reason.code} ${'kind' in reason ? reason.kind : ''}`} className="flex flex-wrap items-center gap-x-3">
          <span>{reason.message}</span>
          {me && reason.href && (
            <Link to={reason.href} className="inline-flex min-h-11 items-center text-lime underline underline-offset-4">
              {t('mend')}
            </Link>
          )}
        </li>
      ))}
      {!me && !player.refusal && <li className="text-mute">{t('who.theyMend', { name: player.displayName })}</li>}
    </ul>
  )
}
