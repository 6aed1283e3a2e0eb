import type { MatchRoom } from '@/api/generated'
import { Check, Lock, Minus, Plus } from 'lucide-react'
import { useTexts } from '@/i18n'
import { cx } from '@/ui/cx'
import { TeamLogo } from '@/ui/team-logo'
import { otherSide } from './room'
import { type GameDraft, openDrafts, standing, withPoints, withWinner } from './sheet'
import { useMatchLabels } from './labels'

const SIDES = ['home', 'away'] as const
const MOST = 999

interface GameRowsProps {
  room: MatchRoom
  drafts: readonly GameDraft[]
  onDrafts: (drafts: GameDraft[]) => void
  /** The game whose points contradict its winner, and the id of the message about it */
  fault: { game: number; id: string } | undefined
}

/** One row per game: its winner and points. After the deciding game nothing can be entered, and a note says why. */
export function GameRows({ room, drafts, onDrafts, fault }: GameRowsProps) {
  const t = useTexts('matches')
  const { bestOf } = room
  const open = openDrafts(drafts, bestOf)
  const { winner } = standing(drafts, bestOf)
  return (
    <ol className="flex flex-col">
      {Array.from({ length: open }, (_, index) => (
        <li key={index} className="border-t border-line py-3 first:border-t-0 first:pt-0">
          <Game room={room} drafts={drafts} index={index} onDrafts={onDrafts} alert={fault?.game === index ? fault.id : undefined} />
        </li>
      ))}
      {winner && open < bestOf && (
        <li className="flex items-center justify-center gap-2.5 border-t border-line py-3 text-center text-sm text-mute">
          <Lock className="size-4 flex-none" aria-hidden="true" />
          {t(open + 1 === bestOf ? 'score.closed' : 'score.closedMany', {
            game: open + 1,
            last: bestOf,
            count: Math.floor(bestOf / 2) + 1,
          })}
        </li>
      )}
    </ol>
  )
}

interface GameProps extends Omit<GameRowsProps, 'fault'> {
  index: number
  alert: string | undefined
}

function Game({ room, drafts, index, onDrafts, alert }: GameProps) {
  const t = useTexts('matches')
  const labels = useMatchLabels()
  const { winner, ...points } = drafts[index] ?? { home: 0, away: 0 }
  const label = t('score.game', { game: index + 1 })
  return (
    <fieldset className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-center gap-x-2 gap-y-2">
      <legend className="sr-only">{label}</legend>
      {SIDES.map((side) => (
        <button
          key={side}
          type="button"
          aria-pressed={winner === side}
          aria-label={t('score.wins', { name: labels.name(room, side), game: index + 1 })}
          onClick={() => onDrafts(withWinner(drafts, index, side))}
          className={cx(
            'flex min-h-12 items-center gap-2 rounded-control px-2 text-left ring-inset',
            side === 'away' && 'order-2',
            winner === side ? 'bg-lime-dim ring-2 ring-lime' : 'text-mute ring-1 ring-control hover:ring-lime',
          )}
        >
          <TeamLogo name={labels.name(room, side)} shortName={room[side]?.shortName} logo={room[side]?.logo} size="sm" />
          {/* The result of the other side is not part of its button's name. */}
          <span className="flex-1" aria-hidden={winner !== undefined && winner !== side}>
            {t(winner === undefined || winner === side ? 'score.win' : 'score.lose')}
          </span>
          {winner === side && <Check className="size-5 flex-none text-lime" aria-hidden="true" />}
        </button>
      ))}
      <span className="num order-1 text-center text-sm whitespace-nowrap">{label}</span>
      {winner &&
        SIDES.map((side) => (
          <Stepper
            key={side}
            value={points[side]}
            won={winner === side}
            label={t('score.points', { name: labels.name(room, side), game: index + 1 })}
            least={winner === side ? points[otherSide(side)] + 1 : 0}
            most={winner === side ? MOST : points[otherSide(side)] - 1}
            alert={alert}
            onChange={(score) => onDrafts(withPoints(drafts, index, side, score))}
            className={side === 'away' ? 'order-5' : 'order-3'}
          />
        ))}
      {winner && (
        <span aria-hidden="true" className="order-4 text-center text-xs text-mute">
          {t('score.pointsShort')}
        </span>
      )}
    </fieldset>
  )
}

interface StepperProps {
  value: number
  label: string
  won: boolean
  least: number
  most: number
  /** Id of the message about the fault */
  alert: string | undefined
  onChange: (value: number) => void
  className: string
}

function Stepper({ value, label, won, least, most, alert, onChange, className }: StepperProps) {
  const t = useTexts('matches')
  const step = 'grid min-h-11 w-11 flex-none place-items-center disabled:text-control'
  return (
    <div className={cx('flex rounded-control ring-1 ring-inset', alert ? 'ring-red' : 'ring-control', className)}>
      <button
        type="button"
        aria-label={t('score.less', { label })}
        disabled={value <= least}
        onClick={() => onChange(value - 1)}
        className={step}
      >
        <Minus className="size-4" aria-hidden="true" />
      </button>
      <input
        type="text"
        inputMode="numeric"
        pattern="[0-9]*"
        aria-label={label}
        value={value}
        aria-invalid={alert !== undefined}
        aria-describedby={alert}
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => {
          const text = target.value.trim()
          if (/^\d*$/.test(text) && Number(text) <= MOST) onChange(Number(text))
        }}
        className={cx(
          'num min-h-11 w-0 min-w-0 flex-1 border-x border-line bg-transparent text-center text-lg focus-visible:bg-ground focus-visible:outline-offset-[-2px]',
          won && 'text-lime',
        )}
      />
      <button
        type="button"
        aria-label={t('score.more', { label })}
        disabled={value >= most}
        onClick={() => onChange(value + 1)}
        className={step}
      >
        <Plus className="size-4" aria-hidden="true" />
      </button>
    </div>
  )
}
