import { type ColumnDef, type SortingState, useTable } from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useEffect, useEffectEvent, useId, useLayoutEffect, useMemo, useRef } from 'react'
import { useTexts } from '@/i18n'
import { cx } from '@/ui/cx'
import { type DataColumn, leastWidth, trackSizes } from './columns'
import type { DataTableProps } from './props'
import { smallButton } from './look'
import { parts, type TableParts } from './parts'
import { isSelected, type Selection, toggleRow } from './selection'
import { TableHead } from './table-head'
import { TableRow } from './table-row'
import { useRowCursor } from './use-row-cursor'

interface TableGridProps<Row extends object> extends Omit<DataTableProps<Row>, 'rows' | 'selection'> {
  scroller: RefObject<HTMLDivElement | null>
  rows: readonly Row[]
  isLoading: boolean
  compact: boolean
  visible: Record<string, boolean>
  /** Undefined where rows cannot be selected. */
  selection: Selection | undefined
}

/** Height of the headings, and of a row as a line and as a card. */
const HEAD = 36
const LINE = 36
const CARD = 64
/** The next page is loaded when so few rows are left below the screen. */
const NEAR_END = 20
const SELECT = { width: 44 }
const SKELETONS = Array.from({ length: 12 }, (_, index) => index)

export function TableGrid<Row extends object>(props: TableGridProps<Row>) {
  const { scroller, rows, keyOf, compact, selection, isLoading, isStale, more = 'none', matching, label } = props
  const id = useId()
  const height = compact ? CARD : LINE
  const head = compact ? 0 : HEAD
  const { group, columns } = useColumns(props)
  const rowTracks = selection ? [SELECT, ...columns] : columns
  const tracks = trackSizes(rowTracks)
  // Its functions change with the scroll position; nothing here is memoized by them.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 8,
    scrollMargin: head,
    scrollPaddingStart: head,
    // It may measure while React renders.
    useFlushSync: false,
  })
  const select = useStable((row: Row) => selection && props.onSelect?.(toggleRow(selection, keyOf(row))))
  const open = useStable((row: Row, newTab: boolean) => props.onOpen?.(row, newTab))
  const cursor = useRowCursor({
    rows,
    keyOf,
    page: () => Math.max(1, Math.floor(((virtualizer.scrollRect?.height ?? 0) - head) / height) - 1),
    onMove: (index) => virtualizer.scrollToIndex(index),
    onOpen: props.onOpen && open,
    onSelect: selection && select,
  })
  const point = useStable(cursor.moveTo)
  const items = virtualizer.getVirtualItems()
  const last = items.at(-1)?.index ?? -1
  useLoadNearEnd(more === 'ready' && !isStale && last >= rows.length - NEAR_END && last >= 0, rows.length, props.onMore)
  const isShown = items.some(({ index }) => index === cursor.index)
  const total = matching && !matching.more ? matching.count : more === 'none' ? rows.length : -1
  return (
    <div
      ref={scroller}
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-rowcount={total < 0 ? -1 : total + (compact ? 0 : 1)}
      aria-colcount={compact ? undefined : rowTracks.length}
      aria-multiselectable={selection ? true : undefined}
      aria-busy={isLoading || isStale || undefined}
      aria-activedescendant={isShown ? `${id}-${cursor.index}` : undefined}
      onKeyDown={cursor.onKeyDown}
      // Going back leads to where the table was left.
      data-scroll-restoration-id={`table-${props.name}`}
      className={cx(
        'group relative max-h-[max(20rem,calc(100dvh-var(--table-top,16.5rem)))] overflow-auto rounded-panel border border-line bg-panel focus-visible:outline-offset-[-2px]',
        isStale && 'opacity-60',
      )}
    >
      <div role="presentation" style={{ minWidth: compact ? undefined : leastWidth(rowTracks) }}>
        {!compact && (
          <TableHead
            group={group}
            tracks={tracks}
            atEnd={new Set(columns.filter(({ align }) => align).map((column) => column.id))}
            selected={selection && loadedState(selection, rows, keyOf)}
            onSelect={() => selection && props.onSelect?.(toggleLoaded(selection, rows, keyOf))}
          />
        )}
        {isLoading && <Skeletons height={height} />}
        <div role="rowgroup" className="relative" style={{ height: virtualizer.getTotalSize() }}>
          {items.map(({ index, start }) => {
            const row = rows[index]
            if (row === undefined) return null
            return (
              <TableRow
                key={keyOf(row)}
                id={`${id}-${index}`}
                row={row}
                index={index}
                position={index + (compact ? 1 : 2)}
                columns={columns}
                tracks={tracks}
                compact={compact}
                height={height}
                offset={start - head}
                isCursor={index === cursor.index}
                isSelected={selection && isSelected(selection, keyOf(row))}
                onSelect={select}
                onOpen={open}
                onPoint={point}
                opens={props.onOpen !== undefined}
              />
            )
          })}
        </div>
        <More more={more} onMore={props.onMore} />
      </div>
    </div>
  )
}

/** Returns the shown columns, and their headings. */
function useColumns<Row extends object>({ columns, rows, keyOf, visible, sort, onSort }: TableGridProps<Row>) {
  const known = useMemo(() => new Map(columns.map((column) => [column.id, column])), [columns])
  const definitions = useMemo(() => columns.map(definitionOf), [columns])
  const sorting = useMemo<SortingState>(() => (sort ? [sort] : []), [sort])
  const table = useTable<TableParts, Row>({
    features: parts,
    columns: definitions,
    data: rows as Row[],
    getRowId: keyOf,
    manualSorting: true,
    enableSortingRemoval: false,
    enableMultiSort: false,
    state: { columnVisibility: visible, sorting },
    onSortingChange: (change) => {
      const [next] = typeof change === 'function' ? change(sorting) : change
      if (next) onSort?.(next)
    },
  })
  const shown = table
    .getVisibleLeafColumns()
    .map(({ id }) => known.get(id))
    .filter((column) => column !== undefined)
  const names = shown.map(({ id }) => id).join()
  return {
    group: table.getHeaderGroups()[0],
    // The same list as long as it has the same columns, for the rows' sake.
    // oxlint-disable-next-line react/exhaustive-deps
    columns: useMemo(() => shown, [known, names]),
  }
}

const definitionOf = <Row extends object>({ id, label, sortable = false, fixed = false }: DataColumn<Row>): ColumnDef<TableParts, Row> => ({
  id,
  header: label,
  // The library sorts only what has a value; ours are sorted by the server.
  accessorFn: (row) => row,
  enableSorting: sortable,
  enableHiding: !fixed,
})

/** A function that stays the same while what it does changes. */
function useStable<Args extends unknown[]>(act: (...args: Args) => void): (...args: Args) => void {
  const now = useRef(act)
  useLayoutEffect(() => {
    now.current = act
  })
  return useCallback((...args: Args) => now.current(...args), [])
}

/** Asks for the next page once for each number of rows. */
function useLoadNearEnd(isNear: boolean, count: number, onMore: (() => void) | undefined) {
  const load = useEffectEvent(() => onMore?.())
  useEffect(() => {
    if (isNear) load()
  }, [isNear, count])
}

function loadedState<Row>(selection: Selection, rows: readonly Row[], keyOf: (row: Row) => string): 'none' | 'some' | 'all' {
  if (selection.keys.size === 0) return selection.all && rows.length > 0 ? 'all' : 'none'
  const isWhole = rows.length > 0 && rows.every((row) => isSelected(selection, keyOf(row)))
  return isWhole ? 'all' : 'some'
}

/** Selects the rows that are loaded, or clears the selection. */
function toggleLoaded<Row>(selection: Selection, rows: readonly Row[], keyOf: (row: Row) => string): Selection {
  const clears = loadedState(selection, rows, keyOf) !== 'none'
  return { all: false, keys: new Set(clears ? [] : rows.map(keyOf)) }
}

function Skeletons({ height }: { height: number }) {
  const t = useTexts('consoleOrders')
  return (
    <div>
      <span role="status" className="sr-only">
        {t('table.loading')}
      </span>
      {SKELETONS.map((index) => (
        <div key={index} aria-hidden="true" className="flex items-center border-b border-line px-3" style={{ height }}>
          <div className="skeleton h-4 w-full" />
        </div>
      ))}
    </div>
  )
}

/** The end of the loaded rows. */
function More({ more, onMore }: { more: NonNullable<DataTableProps<object>['more']>; onMore: (() => void) | undefined }) {
  const t = useTexts('consoleOrders')
  if (more === 'loading') {
    return (
      <div className="flex h-9 items-center px-3" aria-hidden="true">
        <div className="skeleton h-4 w-full" />
      </div>
    )
  }
  if (more !== 'failed') return null
  return (
    <div role="alert" className="sticky left-0 flex flex-wrap items-center gap-3 p-2">
      <span className="text-red">{t('table.moreFailed')}</span>
      <button type="button" className={smallButton} onClick={onMore}>
        {t('table.retry')}
      </button>
    </div>
  )
}
