import { memo, type ReactNode } from 'react'
import { useTexts } from '@/i18n'
import { cx } from '@/ui/cx'
import type { DataColumn } from './columns'

interface TableRowProps<Row> {
  row: Row
  id: string
  index: number
  /** Counted from 1, with the head. */
  position: number
  columns: ReadonlyArray<DataColumn<Row>>
  tracks: string
  compact: boolean
  height: number
  offset: number
  isCursor: boolean
  /** Undefined where rows cannot be selected. */
  isSelected: boolean | undefined
  onSelect: (row: Row) => void
  onOpen: (row: Row, newTab: boolean) => void
  /** The cursor follows the pointer's click. */
  onPoint: (index: number) => void
  opens: boolean
}

/** A row of the table. It takes no focus: the table has it, and names the row of the cursor. */
function Row<Row>(props: TableRowProps<Row>) {
  const { row, id, index, position, tracks, compact, height, offset, isCursor, isSelected, onOpen, onPoint, opens } = props
  return (
    // The keys are the table's.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events jsx-a11y/interactive-supports-focus
    <div
      role="row"
      id={id}
      aria-rowindex={position}
      aria-selected={isSelected}
      style={{ height, transform: `translateY(${offset}px)`, gridTemplateColumns: compact ? undefined : tracks }}
      className={cx(
        'absolute inset-x-0 top-0 grid border-b border-line',
        opens && 'cursor-pointer hover:bg-raise',
        isSelected && 'bg-lime-dim',
        isCursor && 'ring-1 ring-control ring-inset group-focus-visible:ring-2 group-focus-visible:ring-lime',
        compact && 'grid-cols-[auto_minmax(0,1fr)_auto] content-center gap-x-3 px-3',
      )}
      onClick={(event) => {
        onPoint(index)
        if (!opens || isOfItsOwn(event.target as Element) || getSelection()?.toString()) return
        onOpen(row, event.ctrlKey || event.metaKey)
      }}
    >
      {isSelected !== undefined && <SelectCell {...props} isSelected={isSelected} />}
      {compact ? <Card {...props} /> : <Cells {...props} />}
    </div>
  )
}

export const TableRow = memo(Row) as typeof Row

/** Links, buttons and fields in a row do what they say. */
const isOfItsOwn = (target: Element) => target.closest('a, button, input, label') !== null

function SelectCell<Row>({ row, isSelected, onSelect, compact }: TableRowProps<Row> & { isSelected: boolean }) {
  const t = useTexts('consoleOrders')
  return (
    <div role="gridcell" className={cx('grid place-items-center', compact && 'row-span-2')}>
      <label className="grid size-9 place-items-center">
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={t('table.select')}
          className="size-4 accent-lime"
          checked={isSelected}
          onChange={() => onSelect(row)}
        />
      </label>
    </div>
  )
}

function Cells<Row>({ row, columns }: TableRowProps<Row>) {
  return columns.map(({ id, cell, align }) => (
    <div key={id} role="gridcell" className={cx('truncate px-3 leading-[35px]', align && 'text-right')}>
      {cell(row)}
    </div>
  ))
}

/** Two lines: what it is and how it stands, then what else matters. */
function Card<Row>({ row, columns, isSelected }: TableRowProps<Row>) {
  const at = (place: NonNullable<DataColumn<Row>['card']>): ReactNode =>
    columns
      .filter(({ card }) => card === place)
      .map(({ id, cell }) => (
        <span key={id} className={place === 'text' ? 'not-first:before:content-["_·_"]' : 'ml-2 first:ml-0'}>
          {cell(row)}
        </span>
      ))
  return (
    <>
      <div role="gridcell" className={cx('truncate', isSelected === undefined && 'col-span-2')}>
        {at('title')}
      </div>
      <div role="gridcell" className="text-right">
        {at('state')}
      </div>
      <div role="gridcell" className={cx('truncate text-mute', isSelected === undefined && 'col-span-2')}>
        {at('text')}
      </div>
      <div role="gridcell" className="text-right">
        {at('end')}
      </div>
    </>
  )
}
