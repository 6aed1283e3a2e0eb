import type { DeskEntrant } from '@/api/generated'
import { useVirtualizer, useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { memo, useLayoutEffect, useRef, useState } from 'react'
import { StatusTag } from '@/features/tournaments/status-tag'
import { useContent } from '@/i18n'
import { useEntrantTexts } from '@/i18n/entrants'
import { Check } from '@/ui/check'
import { cx } from '@/ui/cx'
import { TeamLogo } from '@/ui/team-logo'
import { WholeWords } from '@/ui/whole-words'
import { DocumentMarks } from './document-marks'

interface TableProps {
  /** Time passed, in words. */
  ago: (at: string) => string
  rows: readonly DeskEntrant[]
  /** Ticked rows; undefined if the viewer may not decide. */
  chosen: ReadonlySet<number> | undefined
  onChoose: (id: number) => void
  onChooseAll: () => void
  open: number | undefined
  onOpen: (id: number) => void
}

const ROW = 48
const CARD = 112

// Each row is a grid of its own: no column may depend on its content. Beside an open entry there is no room for the time of submission.
const COLUMNS =
  'grid grid-cols-[44px_minmax(0,1.6fr)_56px_minmax(92px,1fr)_136px] @min-[640px]:grid-cols-[44px_minmax(0,1.6fr)_56px_minmax(92px,1fr)_72px_136px] items-center gap-2'
const ROOMY = '@max-[640px]:hidden'

/** A table of thousands of entries, of which only the visible ones are rendered. */
export function Table(props: TableProps) {
  const { rows, open } = props
  const t = useEntrantTexts('desk')
  const scroll = useRef<HTMLDivElement>(null)
  // Its result changes with every scroll; only this component renders again.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 12,
  })
  useKeptInSight(virtual, rows, open)
  const all = props.chosen !== undefined && rows.length > 0 && rows.every(({ id }) => props.chosen?.has(id))
  return (
    <div role="table" aria-label={t('entrants.label')} aria-rowcount={rows.length + 1} className="@container text-sm">
      <div role="rowgroup" className="border-b border-line">
        <div role="row" aria-rowindex={1} className={cx(COLUMNS, 'min-h-11 pr-4 text-mute')}>
          <span role="columnheader" className="grid place-items-center">
            {props.chosen && (
              <Check
                checked={all}
                mixed={!all && props.chosen.size > 0}
                aria-label={t('entrants.chooseAll', { count: rows.length })}
                onChange={props.onChooseAll}
              />
            )}
          </span>
          <span role="columnheader">{t('column.name')}</span>
          <span role="columnheader">{t('column.players')}</span>
          <span role="columnheader">{t('column.documents')}</span>
          <span role="columnheader" className={ROOMY}>
            {t('column.sent')}
          </span>
          <span role="columnheader" className="text-right">
            {t('column.status')}
          </span>
        </div>
      </div>
      <div
        ref={scroll}
        role="rowgroup"
        // It can also be scrolled by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="h-[min(60dvh,560px)] overflow-y-auto overscroll-contain focus-visible:-outline-offset-2"
      >
        <div role="presentation" className="relative" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start, key }) => {
            const row = rows[index]
            return row && <Row key={key} {...props} row={row} index={index} start={start} />
          })}
        </div>
      </div>
    </div>
  )
}

/** Keeps the open row in view when the keyboard moves on to the next. */
function useKeptInSight(virtual: Virtualizer<HTMLDivElement, Element>, rows: readonly DeskEntrant[], open: number | undefined) {
  const seen = useRef<number>(undefined)
  useLayoutEffect(() => {
    if (open === seen.current) return
    seen.current = open
    const index = rows.findIndex(({ id }) => id === open)
    if (index >= 0) virtual.scrollToIndex(index, { align: 'auto' })
  }, [virtual, rows, open])
}

interface RowProps extends TableProps {
  row: DeskEntrant
  index: number
  start: number
}

/** Rows that stay are not rendered again while scrolling. */
const Row = memo(function Row({ row, index, start, ago, chosen, onChoose, open, onOpen }: RowProps) {
  const t = useEntrantTexts('desk')
  const content = useContent()
  const current = row.id === open
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={current}
      style={{ transform: `translateY(${start}px)`, height: ROW }}
      className={cx(
        COLUMNS,
        'absolute inset-x-0 top-0 border-b border-line pr-4',
        current ? 'bg-raise shadow-[inset_2px_0_0_white]' : 'hover:bg-raise/60',
      )}
    >
      <span role="cell" className="grid place-items-center">
        {chosen && (
          <Check checked={chosen.has(row.id)} aria-label={t('entrants.choose', { name: row.name })} onChange={() => onChoose(row.id)} />
        )}
      </span>
      <span role="cell" className="min-w-0">
        <button
          type="button"
          onClick={() => onOpen(row.id)}
          className="block min-h-11 w-full truncate py-2 text-left focus-visible:-outline-offset-2"
        >
          <span className="font-semibold">{row.name}</span>
          {row.organization && <span className="text-mute"> {content(row.organization)}</span>}
        </button>
      </span>
      <span role="cell" className={cx('num', row.players < row.required && 'text-amber')}>
        {row.players}/{row.required}
      </span>
      <span role="cell">
        <DocumentMarks pips={row.pips} />
      </span>
      <span role="cell" className={cx('text-mute', ROOMY)}>
        {ago(row.submittedAt ?? row.updatedAt)}
      </span>
      <span role="cell" className="text-right">
        <StatusTag status={row.status} place={row.place} />
      </span>
    </div>
  )
})

/** The table on a phone: cards that scroll with the page. */
export function Cards({ rows, ago, chosen, onChoose, onOpen }: TableProps) {
  const t = useEntrantTexts('desk')
  const list = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => setTop(list.current ? list.current.getBoundingClientRect().top + window.scrollY : 0), [rows.length])
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => CARD,
    getItemKey: (index) => rows[index]?.id ?? index,
    scrollMargin: top,
    overscan: 6,
  })
  return (
    <div ref={list} role="list" aria-label={t('entrants.label')} className="relative" style={{ height: virtual.getTotalSize() }}>
      {virtual.getVirtualItems().map(({ index, start, key }) => {
        const row = rows[index]
        return (
          row && (
            <div
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              role="listitem"
              aria-setsize={rows.length}
              aria-posinset={index + 1}
              style={{ transform: `translateY(${start - virtual.options.scrollMargin}px)` }}
              className="absolute inset-x-0 top-0 pb-2"
            >
              <Card row={row} ago={ago} chosen={chosen} onChoose={onChoose} onOpen={onOpen} />
            </div>
          )
        )
      })}
    </div>
  )
}

const Card = memo(function Card({
  row,
  ago,
  chosen,
  onChoose,
  onOpen,
}: Pick<TableProps, 'ago' | 'chosen' | 'onChoose' | 'onOpen'> & { row: DeskEntrant }) {
  const t = useEntrantTexts('desk')
  const content = useContent()
  return (
    <div className="flex gap-1 rounded-panel border border-line bg-panel py-2 pr-3 pl-1">
      {chosen ? (
        <span className="grid size-11 flex-none place-items-center">
          <Check checked={chosen.has(row.id)} aria-label={t('entrants.choose', { name: row.name })} onChange={() => onChoose(row.id)} />
        </span>
      ) : (
        <span className="w-2" />
      )}
      <button type="button" onClick={() => onOpen(row.id)} className="flex min-h-11 min-w-0 flex-1 flex-col gap-1 text-left">
        <span className="flex w-full items-center gap-2">
          <TeamLogo name={row.name} shortName={row.shortName} logo={row.logo} size="sm" />
          <span className="min-w-0 flex-1">
            <span className="block py-0.5 font-semibold break-words">
              <WholeWords>{row.name}</WholeWords>
            </span>
            {row.organization && <span className="block text-sm break-words text-mute">{content(row.organization)}</span>}
          </span>
        </span>
        <span className="flex w-full flex-wrap items-center gap-x-3 gap-y-1 text-sm text-mute">
          <StatusTag status={row.status} place={row.place} />
          <span className={cx('num', row.players < row.required && 'text-amber')}>
            {row.players}/{row.required}
          </span>
          <DocumentMarks pips={row.pips} />
          <span className="ml-auto">{ago(row.submittedAt ?? row.updatedAt)}</span>
        </span>
      </button>
    </div>
  )
})
