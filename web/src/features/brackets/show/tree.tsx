import type { BracketMatch, MatchSide } from '@/api/generated'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { cx } from '@/ui/cx'
import { layoutOf } from '../view/layout'
import type { BracketLabels } from '../labels'
import type { TreePage } from './tree-pages'

interface TreeProps {
  page: TreePage
  labels: BracketLabels
}

/** Two matches alone are not scaled up to the whole screen. */
const MOST = 1.6

/** A tree that fills its space, for viewing only. */
export function Tree({ page: { matches, rounds }, labels }: TreeProps) {
  const room = useRef<HTMLDivElement>(null)
  const layout = useMemo(() => layoutOf(matches, 'right'), [matches])
  const [{ scale, down }, setPlace] = useState({ scale: 1, down: 0 })
  useLayoutEffect(() => {
    const element = room.current
    if (!element) return
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element
      const of = Math.min(MOST, width / layout.width, height / layout.height)
      setPlace({ scale: of, down: Math.max(0, (height - layout.height * of) / 2) })
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [layout])
  const match = new Map(matches.map((each) => [each.id, each]))
  const title = (id: number | undefined) => {
    const round = rounds.find((each) => each.matches.some((of) => of.id === id))
    return round ? labels.round(round) : ''
  }
  return (
    <div ref={room} className="relative h-full overflow-hidden">
      <div
        className="absolute left-1/2 origin-top"
        style={{ top: down, width: layout.width, height: layout.height, marginLeft: -layout.width / 2, transform: `scale(${scale})` }}
      >
        <svg aria-hidden="true" className="absolute inset-0 overflow-visible" width={layout.width} height={layout.height}>
          {layout.edges
            .filter(({ loser }) => !loser)
            .map(({ from, to, path }) => (
              <path key={`${from} ${to}`} d={path} fill="none" stroke="var(--color-control)" strokeWidth="1.5" />
            ))}
        </svg>
        {layout.sections.flatMap((section) =>
          section.titles.map(({ key, round, x, width }) => (
            <p key={`${section.top} ${key}`} className="num absolute text-sm text-mute" style={{ left: x, top: section.top + 16, width }}>
              {title(round.matches[0]?.id)}
            </p>
          )),
        )}
        {layout.cards.map(({ id, x, y, width, height, titled }) => {
          const of = match.get(id)
          return (
            of && (
              <div key={id}>
                {titled && (
                  <p className="num absolute text-sm text-mute" style={{ left: x, top: y - 24, width }}>
                    {title(id)}
                  </p>
                )}
                <Card match={of} labels={labels} style={{ left: x, top: y, width, height }} />
              </div>
            )
          )
        })}
      </div>
    </div>
  )
}

function Card({ match, labels, style }: { match: BracketMatch; labels: BracketLabels; style: React.CSSProperties }) {
  const live = match.state === 'playing'
  return (
    <div
      style={style}
      className={cx('absolute flex flex-col justify-center rounded-control border bg-panel', live ? 'border-lime' : 'border-line')}
    >
      {(['home', 'away'] as const).map((side) => (
        <Side key={side} match={match} side={side} labels={labels} live={live} />
      ))}
    </div>
  )
}

function Side({ match, side, labels, live }: { match: BracketMatch; side: MatchSide; labels: BracketLabels; live: boolean }) {
  const known = Boolean(match[side].contestantId)
  const lost = match.winner ? match.winner !== side : match.outcome === 'double_forfeit'
  return (
    <p
      className={cx(
        'flex flex-1 items-center justify-between gap-2 border-line px-2.5 text-base leading-tight first:border-b',
        match.winner === side && 'font-semibold',
        (lost || !known) && 'text-mute',
      )}
    >
      <span className="truncate py-0.5">{labels.slot(match[side])}</span>
      <span className={cx('num', live && 'text-lime')}>{labels.score(match, side)}</span>
    </p>
  )
}
