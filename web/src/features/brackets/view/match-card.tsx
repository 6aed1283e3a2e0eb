import type { BracketEntrant, BracketMatch, MatchSide } from '@/api/generated'
import { memo } from 'react'
import { cx } from '@/ui/cx'
import type { Card } from './layout'
import type { BracketLabels } from '../labels'

/** The match's relation to the shown entrant's path. */
export type PathState = 'played' | 'ahead'

interface MatchCardProps {
  card: Card
  match: BracketMatch
  labels: BracketLabels
  entrants: ReadonlyMap<number, BracketEntrant>
  lit: PathState | undefined
  /** The entrant whose path is shown */
  who: number | undefined
  /** It has just changed */
  fresh: boolean
  focusable: boolean
  onOpen: (id: number) => void
  onLight: (contestantId: number | undefined) => void
}

export const isLive = ({ state }: BracketMatch) => state === 'playing'

/** A match in the tree: both sides, its state, and a note below if there is one. */
export const MatchCard = memo(function MatchCard({
  card,
  match,
  labels,
  entrants,
  lit,
  who,
  fresh,
  focusable,
  onOpen,
  onLight,
}: MatchCardProps) {
  const { x, y, width, height, big } = card
  const caption = labels.caption(match)
  const [before, between, after] = labels.around(match, card.round)
  return (
    <div className="absolute" style={{ left: x, top: y, width }}>
      {card.titled && !big && (
        <p className="num absolute bottom-full pb-0.5 text-sm leading-6 whitespace-nowrap">
          {labels.round(card.round)} <span className="font-normal text-mute">{labels.prize(3)}</span>
        </p>
      )}
      <button
        type="button"
        data-match={match.id}
        tabIndex={focusable ? 0 : -1}
        onClick={() => onOpen(match.id)}
        style={{ height }}
        className={cx(
          'relative flex w-full flex-col overflow-x-clip rounded-[8px] text-left transition-colors hover:bg-raise focus-visible:outline-offset-1',
          big ? 'bg-[linear-gradient(160deg,#202b25,#141b17)]' : 'bg-panel',
          look(lit, match.state),
          fresh && 'motion-safe:animate-[flash_2.4s_ease-out]',
        )}
      >
        {big && <BigTitle card={card} match={match} labels={labels} />}
        <span className="sr-only">{before}</span>{' '}
        <Line card={card} match={match} side="home" labels={labels} entrants={entrants} who={who} onLight={onLight} />
        <span className="sr-only">{between}</span>
        <span aria-hidden="true" className="block h-px bg-line" />
        <Line card={card} match={match} side="away" labels={labels} entrants={entrants} who={who} onLight={onLight} />
        <span className="sr-only">{after}</span>
      </button>
      {caption && (
        <p
          className={cx(
            'num mt-0.5 flex items-center gap-1.5 text-xs leading-4 whitespace-nowrap',
            isLive(match) || lit ? 'text-lime' : 'text-mute',
          )}
        >
          {isLive(match) && <span aria-hidden="true" className="size-1.5 rounded-full bg-lime" />}
          {caption}
        </p>
      )}
    </div>
  )
})

function look(lit: PathState | undefined, state: BracketMatch['state']): string {
  if (lit === 'played') return 'ring-2 ring-lime'
  if (lit === 'ahead') return 'outline-dashed outline-1 outline-lime/70'
  return state === 'void' ? 'opacity-60 ring-1 ring-line' : 'ring-1 ring-line'
}

function BigTitle({ card, match, labels }: Pick<MatchCardProps, 'card' | 'match' | 'labels'>) {
  return (
    <span aria-hidden="true" className="flex flex-1 flex-col justify-center px-4">
      <span className="flex items-baseline justify-between gap-3">
        <span className="num text-lg">{labels.round(card.round)}</span>
        <span className="num text-sm text-mute">{labels.series(match)}</span>
      </span>
      <span className="num text-sm text-mute">{[labels.prize(1), labels.prize(2)].filter(Boolean).join(' · ')}</span>
    </span>
  )
}

interface LineProps {
  card: Card
  match: BracketMatch
  side: MatchSide
  labels: BracketLabels
  entrants: ReadonlyMap<number, BracketEntrant>
  who: number | undefined
  onLight: (contestantId: number | undefined) => void
}

function Line({ card: { big, narrow }, match, side, labels, entrants, who, onLight }: LineProps) {
  const slot = match[side]
  const entrant = slot.contestantId ? entrants.get(slot.contestantId) : undefined
  const won = match.winner === side
  const lost = match.state === 'decided' && !won
  const score = labels.score(match, side)
  return (
    <span
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && onLight(entrant?.contestantId)}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && onLight(undefined)}
      className={cx(
        'flex w-full flex-none items-center',
        big ? 'h-12 gap-2 px-4 text-base' : narrow ? 'h-[27px] gap-1.5 px-2 text-[0.8125rem]' : 'h-[27px] gap-2 px-2.5 text-sm',
      )}
    >
      {entrant && match.part === 'main' && match.round === 1 && (
        <span
          aria-hidden="true"
          className={cx('num flex-none text-right text-xs whitespace-nowrap text-mute', entrants.size > 99 ? 'w-7' : 'w-4')}
        >
          {entrant.seed}
        </span>
      )}
      <span
        title={entrant?.name}
        className={cx(
          'min-w-0 flex-1 overflow-x-clip leading-[27px] text-ellipsis whitespace-nowrap',
          !entrant || lost ? 'text-mute' : won && 'font-semibold',
          who !== undefined && who === entrant?.contestantId && 'text-lime!',
          entrant?.out && lost && 'line-through decoration-1',
        )}
      >
        {labels.slot(slot)}
      </span>{' '}
      <span className={cx('num flex-none', score.length > 2 && 'text-xs', isLive(match) ? 'text-lime' : lost && 'text-mute')}>{score}</span>
    </span>
  )
}
