import type { Bracket, BracketMatch, MatchSide, SurvivorGroup } from '@/api/generated'
import { useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { entrantKind } from '@/features/tournaments/entrant-kind'
import { useContent, useTexts } from '@/i18n'
import { EntrantScope } from '@/i18n/entrants'
import { cx } from '@/ui/cx'
import { TeamLogo } from '@/ui/team-logo'
import { type BracketLookup, lookupOf as knownOf, roundsOf } from '@/features/brackets/rounds'
import { type BracketLabels, useBracketLabels } from '@/features/brackets/labels'
import { shownMatch } from '@/features/brackets/show/current'
import { useShow } from '@/features/brackets/show/use-show'

/** An overlay for a stream: only the score of a match, or the top of a board, on a transparent ground. */
export function OverlayPage() {
  const { id } = useParams({ from: '/esport/tournament/$id/overlay' })
  const { match, stage } = useSearch({ from: '/esport/tournament/$id/overlay' })
  const { tournament, bracket } = useShow(Number(id), stage)
  const content = useContent()
  const name = tournament ? content(tournament.name) : undefined
  useEffect(() => {
    const { style } = document.documentElement
    // A dark scheme would paint a background of its own.
    Object.assign(style, { background: 'transparent', colorScheme: 'normal', scrollbarGutter: 'auto' })
    return () => {
      Object.assign(style, { background: '', colorScheme: '', scrollbarGutter: '' })
    }
  }, [])
  return (
    <div className="p-[2vmin] text-[clamp(1rem,1.5vw,2.25rem)]">
      <h1 className="sr-only">{name}</h1>
      {tournament && bracket && (
        <EntrantScope value={entrantKind(tournament)}>
          <Screen bracket={bracket} asked={match} />
        </EntrantScope>
      )}
    </div>
  )
}

function Screen({ bracket, asked }: { bracket: Bracket; asked: number | undefined }) {
  const known = useMemo(() => knownOf(bracket), [bracket])
  const labels = useBracketLabels(known)
  const group =
    asked === undefined ? bracket.survivor[0] : bracket.survivor.find(({ heats }) => heats.some(({ matchId }) => matchId === asked))
  if (group) return <Top group={group} known={known} />
  const match = shownMatch(bracket.matches, asked)
  if (match) return <Score bracket={bracket} match={match} known={known} labels={labels} />
  return asked === undefined ? null : <Unknown />
}

/** A mistyped address shows while the scene is set up; no other match goes on air instead. */
function Unknown() {
  const t = useTexts('show')
  return (
    <p role="status" className="mx-auto w-max max-w-full rounded-[.4em] bg-ink/90 px-[1em] py-[.4em] text-[.7em] text-mute">
      {t('unknownMatch')}
    </p>
  )
}

interface ScoreProps {
  bracket: Bracket
  match: BracketMatch
  known: BracketLookup
  labels: BracketLabels
}

function Score({ bracket, match, known, labels }: ScoreProps) {
  const round = roundsOf(bracket.matches).find(({ matches }) => matches.some(({ id }) => id === match.id))
  const live = match.state === 'playing'
  return (
    <div role="status" className="mx-auto flex w-max max-w-full flex-col items-center">
      <div className="flex items-stretch overflow-hidden rounded-[.4em] bg-ink/90 shadow-lg">
        <Side match={match} side="home" known={known} labels={labels} />
        <p className="num flex items-center gap-[.5em] bg-panel px-[.8em] text-[1.7em] leading-none">
          <span className={cx(live && 'text-lime')}>{labels.score(match, 'home') || '0'}</span>
          <span className="text-[.6em] text-mute">–</span>
          <span className={cx(live && 'text-lime')}>{labels.score(match, 'away') || '0'}</span>
        </p>
        <Side match={match} side="away" known={known} labels={labels} />
      </div>
      <p className="num rounded-b-[.4em] bg-ink/90 px-[1em] py-[.15em] text-[.62em] text-mute">
        {[round && labels.round(round), labels.series(match), live && labels.state(match)].filter(Boolean).join(' · ')}
      </p>
    </div>
  )
}

function Side({ match, side, known, labels }: Omit<ScoreProps, 'bracket'> & { side: MatchSide }) {
  const slot = match[side]
  const entrant = slot.contestantId ? known.entrant.get(slot.contestantId) : undefined
  const lost = match.winner !== undefined && match.winner !== null && match.winner !== side
  return (
    <p
      className={cx(
        'flex w-[13em] min-w-0 items-center gap-[.6em] px-[.8em] py-[.5em]',
        side === 'home' && 'flex-row-reverse text-right',
        lost && 'text-mute',
      )}
    >
      {entrant && (
        <TeamLogo name={entrant.name} shortName={entrant.shortName} logo={entrant.logo} size="sm" className="size-[1.8em]! text-[.8em]!" />
      )}
      <span className="line-clamp-2 min-w-0 flex-1 leading-tight font-semibold break-words">{labels.slot(slot)}</span>
    </p>
  )
}

const FIRST = 12

function Top({ group, known }: { group: SurvivorGroup; known: BracketLookup }) {
  const t = useTexts('boards')
  return (
    <ol aria-label={t('board.label')} className="w-[15em] overflow-hidden rounded-[.4em] bg-ink/90 text-[.8em]">
      {group.lines.slice(0, FIRST).map(({ contestantId, rank, total, maps }) => {
        const champion = group.champion?.contestantId === contestantId
        const entrant = known.entrant.get(contestantId)
        return (
          <li
            key={contestantId}
            className={cx('flex items-center gap-[.6em] border-b border-line px-[.8em] py-[.22em] last:border-0', champion && 'text-lime')}
          >
            <span className="num w-[1.4em] text-right text-mute">{maps === 0 ? '–' : rank}</span>
            <span className={cx('min-w-0 flex-1 truncate py-[.1em] font-semibold', entrant?.out && 'text-mute line-through')}>
              {entrant?.name}
            </span>
            <span className="num">{total}</span>
          </li>
        )
      })}
    </ol>
  )
}
