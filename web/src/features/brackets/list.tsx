import { useMemo } from 'react'
import { useTexts } from '@/i18n'
import { cx } from '@/ui/cx'
import type { Bracket, BracketMatch } from './contract'
import { known, type Round, roundsOf, sides } from './rounds'
import { type BracketWords, useBracketWords } from './words'

/** All matches, round by round: to be read from top to bottom, by people and by screen readers. */
export function MatchList({ bracket, className }: { bracket: Bracket; className?: string }) {
  const t = useTexts('brackets')
  const { matches } = bracket
  const rounds = useMemo(() => roundsOf(matches), [matches])
  const words = useBracketWords(useMemo(() => known(bracket), [bracket]))
  return (
    <ol aria-label={t('list.label')} className={cx('flex flex-col gap-6', className)}>
      {rounds.map((round) => (
        <li key={round.key}>
          <h3 className="mb-2 text-base">{words.round(round)}</h3>
          <Matches round={round} words={words} />
        </li>
      ))}
    </ol>
  )
}

function Matches({ round, words }: { round: Round; words: BracketWords }) {
  return (
    <ol className="grid grid-cols-1 gap-x-6 sm:grid-cols-2">
      {round.matches.map((match) => (
        <li key={match.id} className="border-b border-line py-2.5">
          <p className="flex justify-between gap-4 text-sm text-mute">
            <span className="num">{words.match(match.label)}</span>
            <span>{words.state(match)}</span>
          </p>
          {sides(match).map((slot, index) => (
            <Line key={index} match={match} side={index === 0 ? 'home' : 'away'} words={words} name={words.slot(slot)} />
          ))}
        </li>
      ))}
    </ol>
  )
}

function Line({ match, side, words, name }: { match: BracketMatch; side: 'home' | 'away'; words: BracketWords; name: string }) {
  const out = match.winner ? match.winner !== side : match.outcome === 'double_forfeit'
  return (
    <p className={cx('flex justify-between gap-4', out && 'text-mute', match.winner === side && 'font-semibold')}>
      <span className="min-w-0 break-words">{name}</span>
      <span className="num flex-none">{words.score(match, side)}</span>
    </p>
  )
}
