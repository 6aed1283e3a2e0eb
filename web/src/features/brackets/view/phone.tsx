import { isSettledMatch } from '@/api/state-sets.gen'
import type { Bracket, BracketEntrant, BracketMatch, MatchSide } from '@/api/generated'
import { Fragment, type TouchEvent, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { useTexts } from '@/i18n'
import { centre } from '@/ui/centre'
import { cx } from '@/ui/cx'
import { TeamLogo } from '@/ui/team-logo'
import { useColumnLabels } from './column-labels'
import { isLive } from './match-card'
import { goesTo, type EntrantPath } from './path'
import { type BracketLookup, type Round, roundsOf } from '../rounds'
import { useRowsInSight } from './use-rows-in-sight'
import type { BracketLabels } from '../labels'

export interface PhonePlane {
  /** Opens the round of a match, and moves the focus there. */
  show: (id: number) => void
}

interface PhoneProps {
  bracket: Bracket
  known: BracketLookup
  labels: BracketLabels
  who: number | undefined
  way: EntrantPath | undefined
  fresh: ReadonlySet<number>
  onOpen: (id: number) => void
  ref: React.Ref<PhonePlane>
}

const isOpen = ({ state }: BracketMatch) => !isSettledMatch(state)

/** Returns the round in play; once the bracket is over, the round that decided it. */
function roundNow(rounds: readonly Round[]): number {
  const open = rounds.findIndex(({ matches }) => matches.some(isOpen))
  if (open >= 0) return open
  const final = rounds.findLastIndex(({ part, matches }) => part !== 'third' && matches.some(({ state }) => state === 'decided'))
  return Math.max(0, final)
}

const SWIPE_PX = 56

/** Each round is a tab; the next one shows at the edge, and a swipe opens it. */
export function Phone({ bracket, known, labels, who, way, fresh, onOpen, ref }: PhoneProps) {
  const t = useTexts('brackets')
  const rounds = useMemo(() => roundsOf(bracket.matches), [bracket.matches])
  const [key, setKey] = useState(() => rounds[roundNow(rounds)]?.key)
  const at = Math.max(
    0,
    rounds.findIndex((round) => round.key === key),
  )
  const round = rounds[at]
  const tabs = useRef<HTMLDivElement>(null)
  const wanted = useRef<number>(undefined)
  const panel = useRef<HTMLDivElement>(null)
  const turn = (to: number) => {
    const next = rounds[to]
    if (next) setKey(next.key)
  }
  useEffect(() => centre(tabs.current, '[aria-selected="true"]'), [key])
  useEffect(() => {
    if (wanted.current === undefined) return
    const id = wanted.current
    wanted.current = undefined
    const found = panel.current?.querySelector<HTMLElement>(`[data-match="${id}"]`)
    found?.scrollIntoView({ block: 'center' })
    found?.focus({ preventScroll: true })
  }, [key])
  useImperativeHandle(ref, () => ({
    show: (id) => {
      const to = rounds.find(({ matches }) => matches.some((match) => match.id === id))
      wanted.current = id
      if (to) setKey(to.key)
    },
  }))
  const swipe = useSwipe((by) => turn(at + by))
  const column = useColumnLabels(bracket)
  if (!round) return null
  return (
    <div>
      <Champion bracket={bracket} />
      <div
        ref={tabs}
        role="tablist"
        aria-label={t('view.rounds')}
        className="sticky top-14 z-10 -mx-4 flex overflow-x-auto border-b border-line bg-ink"
      >
        {rounds.map((each, index) => {
          const { about, now } = column(each)
          return (
            <button
              key={each.key}
              type="button"
              role="tab"
              id={`round-${each.key}`}
              aria-selected={index === at}
              aria-controls="round"
              tabIndex={index === at ? 0 : -1}
              onClick={() => turn(index)}
              onKeyDown={(event) => {
                const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
                if (!by || !rounds[at + by]) return
                event.preventDefault()
                turn(at + by)
                tabs.current?.querySelector<HTMLElement>(`#round-${rounds[at + by]?.key}`)?.focus()
              }}
              className={cx(
                'flex min-w-28 flex-1 flex-col items-center border-b-2 px-3 py-1.5 whitespace-nowrap focus-visible:-outline-offset-2',
                index === at ? 'border-lime' : 'border-transparent text-mute',
              )}
            >
              <span className="num text-sm">{labels.round(each)}</span>
              <span className={cx('text-xs', now ? 'text-lime' : 'text-mute')}>{about}</span>
            </button>
          )
        })}
      </div>
      <div ref={panel} id="round" role="tabpanel" aria-labelledby={`round-${round.key}`} {...swipe} className="touch-pan-y pt-2">
        <RoundMatches
          key={round.key}
          round={round}
          bracket={bracket}
          known={known}
          labels={labels}
          who={who}
          way={way}
          fresh={fresh}
          onOpen={onOpen}
          onNext={() => turn(at + 1)}
        />
      </div>
    </div>
  )
}

/** The winner once all matches are played, or a note that nobody won. */
function Champion({ bracket }: { bracket: Bracket }) {
  const t = useTexts('brackets')
  const [first, another] = bracket.matches.some(isOpen) ? [] : bracket.entrants.filter(({ rank }) => rank === 1)
  if (!first && bracket.finished && bracket.stage === bracket.stages.length) {
    return <p className="mb-3 rounded-panel border border-line bg-panel px-3 py-2.5 font-semibold">{t('now.noChampion')}</p>
  }
  if (!first || another) return null
  return (
    <p className="mb-3 flex items-center gap-3 rounded-panel border border-line bg-panel px-3 py-2.5">
      <Face entrant={first} />
      <span className="min-w-0">
        <span className="block text-xs text-mute">{t('champion')}</span>
        <span className="block leading-snug font-semibold break-words">{first.name}</span>
        {first.disqualified && <span className="block text-sm text-red">{t('disqualified')}</span>}
      </span>
    </p>
  )
}

/** Recognizes a clearly horizontal swipe. */
function useSwipe(turn: (by: 1 | -1) => void) {
  const from = useRef<{ x: number; y: number }>(undefined)
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const touch = touches[0]
      from.current = touch && touches.length === 1 ? { x: touch.clientX, y: touch.clientY } : undefined
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const touch = changedTouches[0]
      if (!touch || !from.current) return
      const [x, y] = [touch.clientX - from.current.x, touch.clientY - from.current.y]
      if (Math.abs(x) > SWIPE_PX && Math.abs(x) > Math.abs(y) * 2) turn(x < 0 ? 1 : -1)
    },
  }
}

/** Height of one match with the line above it, in px. */
const ROW = 138

interface RoundProps extends Omit<PhoneProps, 'ref'> {
  round: Round
  onNext: () => void
}

/** Matches in pairs that lead to one of the next round. Of a long list, only those near the view are rendered. */
function RoundMatches({ round, bracket, known, labels, who, way, fresh, onOpen, onNext }: RoundProps) {
  const groups = useMemo(() => grouped(round, bracket.matches), [round, bracket.matches])
  const list = useRef<HTMLOListElement>(null)
  const { first, last } = useRowsInSight(list, ROW)
  const height = round.matches.length * ROW
  return (
    <ol ref={list} className="relative" style={{ height }}>
      {groups.map(({ matches, next, start }) => {
        const top = start * ROW
        if (start > last || start + matches.length < first) return null
        const target = next === undefined ? undefined : known.match.get(next)
        const lit = matches.some(({ id }) => way?.played.has(id)) && target && (way?.played.has(target.id) || way?.ahead.has(target.id))
        return (
          <li key={matches[0]?.id} className="absolute inset-x-0" style={{ top, height: matches.length * ROW }}>
            {matches.map((match, place) => (
              <div key={match.id} className={cx('absolute left-0', target ? 'right-20' : 'right-0')} style={{ top: place * ROW }}>
                <PhoneCard
                  match={match}
                  labels={labels}
                  known={known}
                  who={who}
                  lit={way?.played.has(match.id) ? 'played' : way?.ahead.has(match.id) ? 'ahead' : undefined}
                  fresh={fresh.has(match.id)}
                  round={round}
                  onOpen={onOpen}
                />
              </div>
            ))}
            {target && <Next target={target} matches={matches} labels={labels} known={known} lit={Boolean(lit)} onNext={onNext} />}
          </li>
        )
      })}
    </ol>
  )
}

interface Group {
  matches: BracketMatch[]
  next?: number
  /** Number of matches above it */
  start: number
}

/** Groups the matches in the order of the tree: matches that lead to the same one are neighbours. */
function grouped(round: Round, matches: readonly BracketMatch[]): Group[] {
  const goes = goesTo(matches)
  const groups: Group[] = []
  for (const [start, match] of round.matches.entries()) {
    const next = goes.get(match.id)
    const before = groups.at(-1)
    if (before && next !== undefined && before.next === next) before.matches.push(match)
    else groups.push({ matches: [match], start, ...(next !== undefined && { next }) })
  }
  return groups
}

interface PhoneCardProps {
  match: BracketMatch
  labels: BracketLabels
  known: BracketLookup
  who: number | undefined
  lit: 'played' | 'ahead' | undefined
  fresh: boolean
  round: Round
  onOpen: (id: number) => void
}

function PhoneCard({ match, labels, known, who, lit, fresh, round, onOpen }: PhoneCardProps) {
  const live = isLive(match)
  const [before, between, after] = labels.around(match, round)
  return (
    <>
      <p className="flex h-7 items-center justify-between gap-3 text-xs">
        <span className={cx('num flex items-center gap-1.5', live && 'text-lime')}>
          {live && <span aria-hidden="true" className="size-2 rounded-full bg-lime" />}
          {labels.match(match.label)}
        </span>
        <span className={cx('whitespace-nowrap', live ? 'text-lime' : 'text-mute')}>
          {match.scheduledAt ? labels.at(match.scheduledAt) : labels.state(match)}
        </span>
      </p>
      <button
        type="button"
        data-match={match.id}
        onClick={() => onOpen(match.id)}
        className={cx(
          'relative flex h-[101px] w-full flex-col rounded-[10px] bg-panel text-left',
          lit === 'played' ? 'ring-2 ring-lime' : lit === 'ahead' ? 'outline-dashed outline-1 outline-lime/70' : 'ring-1 ring-line',
          fresh && 'motion-safe:animate-[flash_2.4s_ease-out]',
        )}
      >
        {(['home', 'away'] as const).map((side) => (
          <Fragment key={side}>
            <span className="sr-only">{side === 'home' ? before : between}</span>{' '}
            <PhoneLine match={match} side={side} labels={labels} entrant={known.entrant.get(match[side].contestantId ?? 0)} who={who} />
          </Fragment>
        ))}
        <span className="sr-only">{after}</span>
      </button>
    </>
  )
}

interface PhoneLineProps {
  match: BracketMatch
  side: MatchSide
  labels: BracketLabels
  entrant: BracketEntrant | undefined
  who: number | undefined
}

function PhoneLine({ match, side, labels, entrant, who }: PhoneLineProps) {
  const won = match.winner === side
  const lost = match.state === 'decided' && !won
  const score = labels.score(match, side)
  return (
    <span className={cx('flex h-[50px] w-full items-center gap-3 px-2.5', side === 'away' && 'border-t border-line')}>
      <Face entrant={entrant} />
      <span
        className={cx(
          'line-clamp-2 min-w-0 flex-1 text-sm leading-5 break-words',
          won && 'font-semibold',
          (lost || !entrant) && 'text-mute',
          entrant && who === entrant.contestantId && 'text-lime!',
        )}
      >
        {labels.slot(match[side])}
      </span>{' '}
      <span className={cx('num flex-none', score.length > 2 ? 'text-sm' : 'text-xl', isLive(match) ? 'text-lime' : lost && 'text-mute')}>
        {score}
      </span>
    </span>
  )
}

/** An entrant, or a placeholder for one who is not known yet. */
export function Face({ entrant, className }: { entrant: BracketEntrant | undefined; className?: string }) {
  if (entrant)
    return <TeamLogo name={entrant.name} shortName={entrant.shortName} logo={entrant.logo} size="sm" className={className ?? ''} />
  return (
    <span
      aria-hidden="true"
      className={cx('num grid size-8 flex-none place-items-center rounded-[9px] text-sm text-mute ring-1 ring-line ring-inset', className)}
    >
      ?
    </span>
  )
}

interface NextProps {
  target: BracketMatch
  matches: readonly BracketMatch[]
  labels: BracketLabels
  known: BracketLookup
  lit: boolean
  onNext: () => void
}

/** The next match, at the edge. */
function Next({ target, matches, labels, known, lit, onNext }: NextProps) {
  const middles = matches.map((_, place) => place * ROW + 28 + 50)
  const middle = middles.reduce((sum, each) => sum + each, 0) / middles.length
  return (
    <>
      <svg
        aria-hidden="true"
        className="absolute top-0 right-0 h-full w-20 fill-none"
        viewBox={`0 0 80 ${matches.length * ROW}`}
        preserveAspectRatio="none"
      >
        <path
          d={middles.map((y) => `M0 ${y}H16V${middle}H32`).join('')}
          className={lit ? 'stroke-lime' : 'stroke-control/60'}
          strokeWidth={1.5}
        />
      </svg>
      <button
        type="button"
        onClick={onNext}
        aria-label={labels.match(target.label)}
        className={cx(
          'absolute -right-4 flex w-16 flex-col gap-1.5 rounded-l-[10px] border border-r-0 bg-panel p-2',
          lit ? 'border-lime/60' : 'border-line',
        )}
        style={{ top: middle - 43 }}
      >
        <Face entrant={known.entrant.get(target.home.contestantId ?? 0)} />
        <Face entrant={known.entrant.get(target.away.contestantId ?? 0)} />
      </button>
    </>
  )
}
