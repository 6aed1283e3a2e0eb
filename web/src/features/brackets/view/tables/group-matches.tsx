import type { BracketGroup, BracketMatch } from '@/api/generated'
import { useState } from 'react'
import { useLanguage, useTexts } from '@/i18n'
import { formatDay, formatTime } from '@/i18n/format'
import { cx } from '@/ui/cx'
import { Chip } from '@/ui/chip'
import { Tag } from '@/ui/tag'
import type { BracketLabels } from '../../labels'
import { currentRound, type Round, rounds } from './standings'

interface GroupMatchesProps {
  group: BracketGroup
  matches: readonly BracketMatch[]
  labels: BracketLabels
  mine?: number | undefined
  /** Opens a match with its actions */
  onMatch: (match: BracketMatch) => void
}

/** From so many rounds on, they are chosen one by one. */
const SHOWN = 4

/** The matches of a group, round by round: time, sides, result, and resting entrants. */
export function GroupMatches({ group, matches, labels, mine, onMatch }: GroupMatchesProps) {
  const t = useTexts('boards')
  const list = rounds(matches, group)
  const [chosen, setChosen] = useState<number>()
  if (list.length === 0) return null
  const several = list.length > SHOWN
  const at = Math.min(chosen ?? currentRound(list), list.length - 1)
  const name = ({ round }: Round) => (round === undefined ? t('round.extra') : t('round.number', { round }))
  return (
    <div className="flex flex-col gap-4">
      {several && (
        <div
          role="group"
          aria-label={t('round.choose')}
          className="-mx-4 flex gap-2 overflow-x-auto px-4 py-1 md:mx-0 md:px-0 print:hidden"
        >
          {list.map((round, index) => (
            <span key={round.round ?? 'extra'} className="flex-none">
              <Chip checked={index === at} onChoose={() => setChosen(index)} label={name(round)} />
            </span>
          ))}
        </div>
      )}
      <div className="flex flex-col gap-5">
        {list.map((round, index) =>
          several && index !== at ? null : (
            <section key={round.round ?? 'extra'} aria-label={name(round)} className="flex flex-col break-inside-avoid">
              <h3 className="num flex items-baseline justify-between gap-3 border-b border-line pb-1 text-sm">
                <span>{name(round)}</span>
                <When matches={round.matches} />
              </h3>
              <ul>
                {round.matches.map((match) => (
                  <MatchRow key={match.id} match={match} labels={labels} mine={mine} onMatch={onMatch} />
                ))}
              </ul>
              {round.rests.length > 0 && (
                <p className="py-2 text-sm text-mute">
                  {t('round.rests', { names: round.rests.map((contestantId) => labels.slot({ contestantId })).join(', ') })}
                </p>
              )}
            </section>
          ),
        )}
      </div>
    </div>
  )
}

/** The day, if all matches of a round share it. */
function When({ matches }: { matches: readonly BracketMatch[] }) {
  const language = useLanguage()
  const days = new Set(matches.flatMap(({ scheduledAt }) => (scheduledAt ? [formatDay(scheduledAt, language)] : [])))
  const [day] = days
  return days.size === 1 ? <span className="font-normal text-mute">{day}</span> : null
}

function MatchRow({ match, labels, mine, onMatch }: Pick<GroupMatchesProps, 'labels' | 'mine' | 'onMatch'> & { match: BracketMatch }) {
  const t = useTexts('boards')
  const { home, away, state, scheduledAt, winner, outcome, extra } = match
  const live = state === 'playing' || state === 'submitted'
  const mark =
    outcome === 'walkover' || outcome === 'double_forfeit' || state === 'disputed'
      ? labels.state(match)
      : !live && state !== 'decided' && scheduledAt
        ? formatTime(scheduledAt, false)
        : ''
  const own = (side: 'home' | 'away') => match[side].contestantId !== undefined && match[side].contestantId === mine
  const scored = labels.score(match, 'home') !== ''
  const middle = scored ? `${labels.score(match, 'home')} – ${labels.score(match, 'away')}` : mark || 'vs'
  const content = (
    <>
      <span className={cx('min-w-0 flex-1 text-right break-words', look(match, 'home'), own('home') && 'text-lime')}>
        {labels.slot(home)}
      </span>{' '}
      <span
        className={cx(
          'num flex min-w-13 flex-none items-center justify-center rounded px-1.5 text-sm leading-7',
          live ? 'bg-lime-dim text-lime' : winner || outcome ? 'bg-raise' : 'text-mute',
        )}
      >
        {middle}
      </span>{' '}
      <span className={cx('min-w-0 flex-1 break-words', look(match, 'away'), own('away') && 'text-lime')}>{labels.slot(away)}</span>
    </>
  )
  return (
    <li className="border-b border-line/60 last:border-0">
      <button
        type="button"
        onClick={() => onMatch(match)}
        aria-label={t('match.open', { home: labels.slot(home), middle, away: labels.slot(away), state: labels.state(match) })}
        className="flex min-h-12 w-full items-center gap-2.5 rounded-control py-1.5 text-left hover:bg-raise"
      >
        {content}
      </button>
      {(live || extra || (mark && scored)) && (
        <p className="-mt-1 flex justify-center gap-2 pb-1.5 text-xs text-mute">
          {live && (
            <Tag tone="lime">
              <span aria-hidden="true">● </span>
              {t('live')}
            </Tag>
          )}
          {extra && <Tag tone="amber">{t('match.extra')}</Tag>}
          {scored && mark}
        </p>
      )}
    </li>
  )

  function look({ winner, outcome }: BracketMatch, side: 'home' | 'away'): string {
    if (winner === side) return 'font-semibold'
    return winner || outcome === 'double_forfeit' ? 'text-mute' : ''
  }
}
