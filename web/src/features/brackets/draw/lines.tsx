import { ArrowLeftRight, GripVertical, Lock } from 'lucide-react'
import { type KeyboardEvent, memo, useEffect, useMemo, useRef, useState } from 'react'
import type { BracketEntrant } from '@/api/generated'
import { useContent, useTexts } from '@/i18n'
import { cx } from '@/ui/cx'
import { useRowsInSight } from '../view/use-rows-in-sight'
import { groupName } from '../labels'
import { type Arrangement, type Block, blocksOf, placesOf } from './arrangement'
import { useColumns } from './use-columns'
import { useDrag } from './use-drag'

/** How a line is highlighted. */
export type Mark = 'clash' | 'near'

interface LinesProps {
  arrangement: Arrangement
  isBracket: boolean
  entrants: ReadonlyMap<number, BracketEntrant>
  marks: ReadonlyMap<number, Mark>
  pinned: ReadonlySet<number>
  /** Entrants who may not change places any more */
  fixed: ReadonlySet<number>
  chosen: number | undefined
  target: number | undefined
  onChoose: (who: number) => void
  /** Called with the entrant to change places with during a move; undefined when it ends */
  onTarget: (who: number | undefined) => void
  onSwap: (one: number, other: number) => void
  onCancel: () => void
  onPin: (who: number) => void
}

/** Height of the title and the space below. */
const HEAD = 52

/** The draft as lines, which keys, taps or dragging select and move. Of a long list, only the lines near the view are rendered. */
export function Lines(props: LinesProps) {
  const { arrangement, isBracket, entrants, chosen, target, onChoose, onTarget, onSwap, onCancel, onPin } = props
  const t = useTexts('draw')
  const list = useRef<HTMLOListElement>(null)
  const ghost = useRef<HTMLParagraphElement>(null)
  const { columns, line } = useColumns(list)
  const blocks = useMemo(() => blocksOf(arrangement, isBracket), [arrangement, isBracket])
  const longest = Math.max(0, ...blocks.map(({ lines }) => lines.length))
  const row = HEAD + longest * line + (isBracket ? (longest / 2) * 8 : 8)
  const rows = Math.ceil(blocks.length / columns)
  const { first, last } = useRowsInSight(list, row)
  const dragged = useDrag(list, ghost, onSwap)
  const [focused, setFocused] = useState<number>()
  const wanted = useRef<number>(undefined)
  const places = useMemo(() => placesOf(arrangement), [arrangement])
  const stop = focused !== undefined && places.has(focused) ? focused : blocks.flatMap(({ lines }) => lines).find((who) => who !== null)

  const blockOf = (who: number) => {
    const place = places.get(who)
    return blocks.findIndex(
      (block) => place && block.section === place.section && place.line >= block.from && place.line < block.from + block.lines.length,
    )
  }
  const focus = (who: number) => {
    wanted.current = who
    setFocused(who)
    // A line that is not rendered is scrolled into view first.
    const at = Math.floor(blockOf(who) / columns)
    const top = list.current?.getBoundingClientRect().top ?? 0
    if (at < first || at > last) scrollTo({ top: scrollY + top + at * row - innerHeight / 3 })
  }
  useEffect(() => {
    if (wanted.current === undefined) return
    const element = list.current?.querySelector<HTMLElement>(`[data-line="${wanted.current}"] [data-choose]`)
    if (!element) return
    wanted.current = undefined
    element.focus()
  })
  const walk = (from: number, key: string): number | undefined => {
    const at = blockOf(from)
    const lines = blocks[at]?.lines ?? []
    const index = lines.indexOf(from)
    const seek = (block: number, start: number, by: 1 | -1): number | undefined => {
      const found = blocks[block]?.lines
      if (!found) return undefined
      for (let place = start; place >= 0 && place < found.length; place += by)
        if (typeof found[place] === 'number') return found[place] as number
      return seek(block + by, by > 0 ? 0 : (blocks[block + by]?.lines.length ?? 0) - 1, by)
    }
    if (key === 'ArrowDown') return seek(at, index + 1, 1)
    if (key === 'ArrowUp') return seek(at, index - 1, -1)
    if (key === 'Home') return seek(0, 0, 1)
    if (key === 'End') return seek(blocks.length - 1, (blocks.at(-1)?.lines.length ?? 1) - 1, -1)
    const beside = at + (key === 'ArrowRight' ? 1 : -1)
    const there = blocks[beside]?.lines
    if (!there) return undefined
    return (
      [...there]
        .map((who, place) => ({ who, far: Math.abs(place - index) }))
        .filter(({ who }) => who !== null)
        .sort((one, other) => one.far - other.far)[0]?.who ?? undefined
    )
  }
  const keys = (event: KeyboardEvent) => {
    const who = Number((event.target as HTMLElement).closest<HTMLElement>('[data-line]')?.dataset.line)
    if (!who || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Escape' && chosen !== undefined) {
      event.preventDefault()
      onCancel()
    } else if (event.key === 'p' || event.key === 'P') onPin(who)
    else if (['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(event.key)) {
      event.preventDefault()
      const to = walk(who, event.key)
      if (to === undefined) return
      focus(to)
      if (chosen !== undefined) onTarget(to === chosen ? undefined : to)
    }
  }
  const over = dragged?.over ?? target
  const held = dragged?.who ?? chosen
  return (
    <>
      {/* The lines in it have the focus. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <ol ref={list} onKeyDown={keys} aria-label={t('lines.label')} className="relative select-none" style={{ height: rows * row }}>
        {blocks.map((block, index) => {
          const at = Math.floor(index / columns)
          const holds = (who: number | undefined) => who !== undefined && block.lines.includes(who)
          if ((at < first || at > last) && !holds(stop)) return null
          const own = (who: number | undefined) => (holds(who) ? who : undefined)
          return (
            <li
              key={`${block.section}-${block.from}`}
              className="absolute pr-3"
              style={{ top: at * row, left: `${((index % columns) * 100) / columns}%`, width: `${100 / columns}%` }}
            >
              <BlockLines
                block={block}
                number={isBracket ? index + 1 : block.section + 1}
                isBracket={isBracket}
                height={line}
                entrants={entrants}
                marks={props.marks}
                pinned={props.pinned}
                fixed={props.fixed}
                chosen={own(held)}
                target={own(over)}
                stop={own(stop)}
                onPress={onChoose}
                onFocus={setFocused}
              />
            </li>
          )
        })}
      </ol>
      <p
        ref={ghost}
        aria-hidden="true"
        className={cx(
          'pointer-events-none fixed top-0 left-0 z-40 rounded-control bg-lime-dim px-3 py-1.5 text-sm text-lime ring-1 ring-lime',
          dragged ? '' : 'invisible',
        )}
      >
        {entrants.get(dragged?.who ?? 0)?.name}
      </p>
    </>
  )
}

interface BlockProps {
  block: Block
  /** From 1 */
  number: number
  isBracket: boolean
  height: number
  entrants: ReadonlyMap<number, BracketEntrant>
  marks: ReadonlyMap<number, Mark>
  pinned: ReadonlySet<number>
  fixed: ReadonlySet<number>
  chosen: number | undefined
  target: number | undefined
  /** The line that the keyboard reaches */
  stop: number | undefined
  onPress: (who: number) => void
  onFocus: (who: number) => void
}

/** Lines shown together; it renders only when its own data has changed. */
const BlockLines = memo(function BlockLines(props: BlockProps) {
  const { block, number, isBracket } = props
  const t = useTexts('draw')
  const { lines, from } = block
  const pairs = isBracket ? Array.from({ length: lines.length / 2 }, (_, at) => at) : [0]
  const title = t(isBracket ? 'lines.part' : 'lines.group', { part: groupName(number) })
  const worst = lines.some((who) => who !== null && props.marks.get(who) === 'clash')
    ? 'clash'
    : lines.some((who) => who !== null && props.marks.has(who))
      ? 'near'
      : undefined
  return (
    <section aria-label={title}>
      <h2 className="flex h-9 items-baseline gap-2 text-base">
        {title}
        {isBracket && (
          <span className="num text-sm text-mute">{t('lines.pairs', { first: from / 2 + 1, last: from / 2 + pairs.length })}</span>
        )}
        {worst && (
          <span
            className={cx(
              'num ml-auto rounded px-1.5 text-xs leading-6 whitespace-nowrap',
              worst === 'clash' ? 'bg-red-dim text-red' : 'bg-amber-dim text-amber',
            )}
          >
            {t(`lines.${isBracket ? worst : 'together'}`)}
          </span>
        )}
      </h2>
      <ul className="flex flex-col gap-2">
        {pairs.map((pair) => {
          const own = isBracket ? lines.slice(pair * 2, pair * 2 + 2) : lines
          return (
            <li key={pair} className="rounded-[8px] bg-panel ring-1 ring-line ring-inset">
              <ul>
                {own.map((who, at) => (
                  <Line
                    key={at}
                    {...props}
                    who={who}
                    about={isBracket ? t('lines.pair', { pair: from / 2 + pair + 1 }) : title}
                    first={at === 0}
                  />
                ))}
              </ul>
            </li>
          )
        })}
      </ul>
    </section>
  )
})

type LineProps = BlockProps & { who: number | null; about: string; first: boolean }

function Line({ who, about, first, height, entrants, marks, pinned, fixed, chosen, target, stop, onPress, onFocus }: LineProps) {
  const t = useTexts('draw')
  const content = useContent()
  const entrant = who === null ? undefined : entrants.get(who)
  const edge = first ? '' : 'border-t border-line'
  if (who === null || !entrant) {
    return (
      <li className={cx('flex items-center px-3 text-sm text-mute', edge)} style={{ height }}>
        {t('lines.bye')}
      </li>
    )
  }
  const mark = marks.get(who)
  const own = entrant.organization ? content(entrant.organization.name) : ''
  const isFixed = fixed.has(who)
  const isTarget = who === target && who !== chosen
  const more = [about, mark && t(`lines.said.${mark}`), pinned.has(who) && t('lines.pinned'), isFixed && t('lines.fixed')]
  return (
    <li
      data-line={who}
      className={cx(
        'relative flex items-center',
        who !== chosen && edge,
        who === chosen
          ? 'z-10 rounded-[8px] bg-lime-dim ring-2 ring-lime'
          : isTarget
            ? 'z-10 rounded-[8px] outline-2 -outline-offset-1 outline-lime outline-dashed'
            : mark === 'clash'
              ? 'ring-1 ring-red/70 ring-inset'
              : mark === 'near' && 'ring-1 ring-amber/60 ring-inset',
      )}
      style={{ height }}
    >
      <button
        type="button"
        data-choose=""
        tabIndex={who === stop ? 0 : -1}
        aria-pressed={who === chosen}
        aria-disabled={isFixed || undefined}
        onClick={() => onPress(who)}
        onFocus={() => onFocus(who)}
        className={cx(
          'flex size-full min-w-0 items-center gap-2.5 rounded-[8px] pl-2.5 text-left text-sm focus-visible:-outline-offset-3',
          isFixed ? 'cursor-not-allowed text-mute' : 'hover:bg-raise/60',
        )}
      >
        <span className={cx('num w-7 flex-none text-right', who === chosen ? 'text-lime' : 'text-mute')}>
          <span className="sr-only">{t('lines.seed')} </span>
          {entrant.seed}
        </span>
        <span
          className={cx('min-w-0 flex-[1.4] overflow-x-clip leading-7 text-ellipsis whitespace-nowrap', pinned.has(who) && 'font-semibold')}
        >
          {entrant.name}
        </span>
        <span
          className={cx(
            'min-w-0 flex-1 overflow-x-clip text-right text-xs leading-6 text-ellipsis whitespace-nowrap',
            mark === 'clash' ? 'text-red' : mark === 'near' ? 'text-amber' : 'text-mute',
          )}
        >
          {own}
        </span>
        <span className="sr-only">{more.filter(Boolean).join(', ')}</span>
        {pinned.has(who) && <Lock className="size-3.5 flex-none" aria-hidden="true" />}
        {isTarget && <ArrowLeftRight className="size-3.5 flex-none text-lime" aria-hidden="true" />}
      </button>
      {/* A handle for dragging by finger, beside keys and taps. */}
      <span
        data-grip=""
        aria-hidden="true"
        className={cx('grid h-full w-8 flex-none touch-none place-items-center text-control', isFixed ? 'invisible' : 'cursor-grab')}
      >
        <GripVertical className="size-4" />
      </span>
    </li>
  )
}
