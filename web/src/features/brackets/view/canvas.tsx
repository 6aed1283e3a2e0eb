import type { Bracket } from '@/api/generated'
import { type KeyboardEvent, useEffect, useId, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { useTexts } from '@/i18n'
import { cx } from '@/ui/cx'
import { type Edge, type Layout, layoutOf, type Shape, TITLE, within } from './layout'
import { type PathState, MatchCard } from './match-card'
import type { EntrantPath } from './path'
import { type BracketLookup, sameTree } from '../rounds'
import { useColumnLabels } from './column-labels'
import { Edges } from './edges'
import { type Sight, usePlane } from './use-plane'
import { walk, type Direction as Arrow } from './walk'
import type { BracketLabels } from '../labels'

/** The methods of the plane for the tools around it. */
export interface Plane {
  zoomBy: (factor: number) => void
  fit: () => void
  /** Centres a match and moves the focus there. */
  show: (id: number) => void
}

interface CanvasProps {
  bracket: Bracket
  known: BracketLookup
  labels: BracketLabels
  shape: Shape
  /** The entrant whose path is shown */
  who: number | undefined
  way: EntrantPath | undefined
  fresh: ReadonlySet<number>
  onOpen: (id: number) => void
  onLight: (contestantId: number | undefined) => void
  ref: React.Ref<Plane>
}

const ARROWS: Readonly<Record<string, Arrow>> = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down' }

/** The tree: cards, and one path of lines between them. Only the visible part is rendered. */
export function Canvas({ bracket, known, labels, shape, who, way, fresh, onOpen, onLight, ref }: CanvasProps) {
  const t = useTexts('brackets')
  const { matches } = bracket
  // Results move nothing: the tree is laid out once.
  const [drawn, setDrawn] = useState(matches)
  if (drawn !== matches && !sameTree(drawn, matches)) setDrawn(matches)
  const layout = useMemo(() => layoutOf(drawn, shape), [drawn, shape])
  const scroller = useRef<HTMLDivElement>(null)
  const { zoom, zoomTo, fit, reveal, sight, window, more } = usePlane(scroller, layout)
  const [focused, setFocused] = useState<number>()
  const moved = useRef(false)
  const hint = useId()
  const column = useColumnLabels(bracket)
  const stop = focused !== undefined && layout.card.has(focused) ? focused : layout.cards[0]?.id

  const go = (id: number | undefined, centred = false) => {
    const card = id === undefined ? undefined : layout.card.get(id)
    if (!card) return
    moved.current = true
    setFocused(card.id)
    reveal(card, centred)
  }
  useEffect(() => {
    if (!moved.current) return
    moved.current = false
    scroller.current?.querySelector<HTMLElement>(`[data-match="${focused}"]`)?.focus({ preventScroll: true })
  }, [focused, sight])
  useImperativeHandle(ref, () => ({ zoomBy: (factor) => zoomTo(zoom * factor), fit, show: (id) => go(id, true) }))

  const keys = (event: KeyboardEvent) => {
    const from = Number((event.target as HTMLElement).dataset.match)
    const arrow = ARROWS[event.key]
    if (!from || event.ctrlKey || event.metaKey || event.altKey) return
    const to = arrow
      ? walk(layout, from, arrow)
      : event.key === 'Home'
        ? layout.cards[0]?.id
        : event.key === 'End'
          ? lastOf(layout)
          : undefined
    if (to === undefined && !arrow) return
    event.preventDefault()
    go(to)
  }
  const shown = within(layout.cards, window)
  const held = stop === undefined ? undefined : layout.card.get(stop)
  if (held && !shown.includes(held)) shown.push(held)
  return (
    <div className="relative">
      <p id={hint} className="sr-only">
        {t('view.keys')}
      </p>
      {/* The cards in it have the focus. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={scroller}
        role="application"
        aria-label={t('view.label')}
        aria-describedby={hint}
        onKeyDown={keys}
        onFocus={({ target }) => setFocused(Number(target.dataset.match) || focused)}
        className="relative max-h-[calc(100dvh-13rem)] min-h-60 touch-pan-x touch-pan-y overflow-auto overscroll-x-contain px-1 active:cursor-grabbing"
      >
        <Titles layout={layout} zoom={zoom} sight={sight} bracket={bracket} labels={labels} />
        <div className="relative mx-auto" style={{ width: layout.width * zoom, height: (layout.height - TITLE) * zoom }}>
          <div
            className="absolute left-0 origin-top-left"
            style={{ top: -TITLE * zoom, width: layout.width, height: layout.height, transform: `scale(${zoom})` }}
          >
            <Lines layout={layout} window={window} way={way} />
            {layout.sections.slice(1).map((section) => (
              <div key={section.top} aria-hidden="true">
                {section.titles
                  .filter(({ round }) => round.part !== 'final')
                  .map(({ key, round, x, width }) => (
                    <div
                      key={key}
                      className="absolute text-sm leading-5 whitespace-nowrap"
                      style={{ left: x, top: section.top + 6, width }}
                    >
                      <p className="num overflow-x-clip text-ellipsis">{labels.round(round)}</p>
                      <p className={cx('overflow-x-clip text-xs leading-5 text-ellipsis', column(round).now ? 'text-lime' : 'text-mute')}>
                        {column(round).about}
                      </p>
                    </div>
                  ))}
              </div>
            ))}
            {shown.map((card) => {
              const match = known.match.get(card.id)
              return (
                match && (
                  <MatchCard
                    key={card.id}
                    card={card}
                    match={match}
                    labels={labels}
                    entrants={known.entrant}
                    lit={litOf(way, card.id)}
                    who={who}
                    fresh={fresh.has(card.id)}
                    focusable={card.id === stop}
                    onOpen={onOpen}
                    onLight={onLight}
                  />
                )
              )
            })}
          </div>
        </div>
      </div>
      <Edges more={more} scroller={scroller} />
    </div>
  )
}

const litOf = (way: EntrantPath | undefined, id: number): PathState | undefined =>
  way?.played.has(id) ? 'played' : way?.ahead.has(id) ? 'ahead' : undefined

/** Returns the match that all others lead to. */
function lastOf({ cards }: Layout): number | undefined {
  return (cards.findLast(({ round }) => round.part === 'final') ?? cards.findLast(({ round }) => round.part !== 'third'))?.id
}

interface TitlesProps {
  layout: Layout
  zoom: number
  sight: Sight
  bracket: Bracket
  labels: BracketLabels
}

/** The round titles of the visible tree; they stay above it. */
function Titles({ layout, zoom, sight, bracket, labels }: TitlesProps) {
  const column = useColumnLabels(bracket)
  const section = layout.sections.findLast(({ top }) => top <= sight.y + TITLE) ?? layout.sections[0]
  return (
    <div className="sticky top-0 z-10 mx-auto bg-ink" style={{ width: layout.width * zoom, height: TITLE }}>
      {section?.titles.map(({ key, round, x, width }) => {
        const { about, now } = column(round)
        return (
          <p key={key} className={cx('absolute text-sm leading-5', now && 'text-lime')} style={{ left: x * zoom, width: width * zoom }}>
            <span className="num block overflow-x-clip text-ellipsis whitespace-nowrap">{labels.round(round)}</span>
            <span className={cx('block overflow-x-clip text-xs leading-5 text-ellipsis whitespace-nowrap', !now && 'text-mute')}>
              {about}
            </span>
          </p>
        )
      })}
    </div>
  )
}

/** All lines as one path; above it the highlighted path, and its possible continuation. */
function Lines({ layout, window, way }: { layout: Layout; window: Sight; way: EntrantPath | undefined }) {
  const edges = within(layout.edges, window)
  const plain = edges.filter(({ loser }) => !loser)
  const falls = edges.filter(({ to, loser }) => loser && (layout.card.get(to)?.round.part === 'third' || way?.played.has(to)))
  const been = edges.filter(({ from, to }) => way?.played.has(from) && way.played.has(to))
  const ahead = edges.filter(({ from, to, loser }) => !loser && way?.ahead.has(to) && (way.ahead.has(from) || way.played.has(from)))
  const join = (of: readonly Edge[]) => of.map(({ path }) => path).join('')
  return (
    <svg
      aria-hidden="true"
      width={layout.width}
      height={layout.height}
      className="pointer-events-none absolute top-0 left-0 overflow-visible fill-none"
    >
      <path d={join(plain)} className="stroke-control/60" strokeWidth={1.5} />
      <path d={join(falls)} className="stroke-control/60" strokeWidth={1.5} strokeDasharray="2 5" />
      <path d={join(been)} className="stroke-lime" strokeWidth={2.5} />
      <path d={join(ahead)} className="stroke-lime" strokeWidth={2} strokeDasharray="5 5" />
    </svg>
  )
}
