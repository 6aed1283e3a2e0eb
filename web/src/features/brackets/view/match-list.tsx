import type { Bracket, BracketMatch } from '@/api/generated'
import { memo, useMemo } from 'react'
import { useTexts } from '@/i18n'
import { cx } from '@/ui/cx'
import { lookupOf, type Round, roundsOf, sides } from '../rounds'
import { type BracketLabels, useBracketLabels } from '../labels'

interface MatchListProps {
  bracket: Bracket
  /** Only for screen readers. */
  spoken?: boolean
  onOpen?: (id: number) => void
}

/** All matches, round by round, to read from top to bottom, also with a screen reader. */
export function MatchList({ bracket, spoken = false, onOpen }: MatchListProps) {
  const t = useTexts('brackets')
  const { matches } = bracket
  const rounds = useMemo(() => roundsOf(matches), [matches])
  const labels = useBracketLabels(useMemo(() => lookupOf(bracket), [bracket]))
  return (
    <ol aria-label={t('list.label')} className={spoken ? 'sr-only' : 'flex flex-col gap-6'}>
      {rounds.map((round) => (
        <li key={round.key}>
          <h2 className="mb-2 text-lg">{labels.round(round)}</h2>
          <ol className={spoken ? undefined : 'grid grid-cols-1 gap-x-6 sm:grid-cols-2 md:grid-cols-3'}>
            {round.matches.map((match) =>
              spoken ? (
                <Spoken key={match.id} match={match} round={round} labels={labels} />
              ) : (
                <Row key={match.id} match={match} round={round} labels={labels} onOpen={onOpen} />
              ),
            )}
          </ol>
        </li>
      ))}
    </ol>
  )
}

/** One sentence; it is computed again only when its own match changes. */
const Spoken = memo(
  ({ match, round, labels }: Omit<RowProps, 'onOpen'>) => <li>{labels.said(match, round)}</li>,
  (before, now) => before.match === now.match && before.labels.language === now.labels.language,
)

interface RowProps {
  match: BracketMatch
  round: Round
  labels: BracketLabels
  onOpen: ((id: number) => void) | undefined
}

const Row = memo(function Row({ match, labels, onOpen }: RowProps) {
  const t = useTexts('brackets')
  return (
    <li className="relative border-b border-line py-2.5 [contain-intrinsic-size:auto_102px] [content-visibility:auto] has-focus-visible:[content-visibility:visible]">
      <p className="flex justify-between gap-4 text-sm text-mute">
        {onOpen ? (
          <button type="button" className="num text-left after:absolute after:inset-0 hover:text-text" onClick={() => onOpen(match.id)}>
            {labels.match(match.label)}
            <span className="sr-only"> {t('match.open')}</span>
          </button>
        ) : (
          <span className="num">{labels.match(match.label)}</span>
        )}
        <span>{labels.state(match)}</span>
      </p>
      {sides(match).map((slot, index) => (
        <Line key={index} match={match} side={index === 0 ? 'home' : 'away'} labels={labels} name={labels.slot(slot)} />
      ))}
    </li>
  )
})

function Line({ match, side, labels, name }: { match: BracketMatch; side: 'home' | 'away'; labels: BracketLabels; name: string }) {
  const out = match.winner ? match.winner !== side : match.outcome === 'double_forfeit'
  return (
    <p className={cx('flex justify-between gap-4', out && 'text-mute', match.winner === side && 'font-semibold')}>
      <span className="min-w-0 break-words">{name}</span>
      <span className="num flex-none">{labels.score(match, side)}</span>
    </p>
  )
}
